import { stampSchemes } from '@mintmark/stamper/protocol';
import type { StampedRequest } from '../stamped-request.ts';
import { bodyParts } from './body-parts.ts';

/** A string of Go: raw between backquotes, if that is possible, because it is easier to read. */
function literal(text: string): string {
  const isRaw = !/[`\r\uFEFF]/.test(text);
  // What JSON escapes, Go escapes in the same way. Go does not allow a byte order mark inside of a source file.
  return isRaw ? `\`${text}\`` : JSON.stringify(text).replaceAll('\uFEFF', '\\ufeff');
}

const check = `	if err != nil {
		log.Fatal(err)
	}
`;

const stampLines = `	secret, err := hex.DecodeString(os.Getenv("MINTMARK_API_PRIVATE_KEY"))
${check}	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), secret)
${check}	digest := sha256.Sum256([]byte(body))
	signature, err := ecdsa.SignASN1(rand.Reader, key, digest[:])
${check}	stamp, err := json.Marshal(map[string]string{
		"publicKey": os.Getenv("MINTMARK_API_PUBLIC_KEY"),
		"scheme":    "${stampSchemes.p256}",
		"signature": hex.EncodeToString(signature),
	})
${check}`;

const always = ['fmt', 'io', 'log', 'net/http', 'strings'];
const forStamp = [
  'crypto/ecdsa',
  'crypto/elliptic',
  'crypto/rand',
  'crypto/sha256',
  'encoding/base64',
  'encoding/hex',
  'encoding/json',
  'os',
];
const forTime = ['strconv', 'time'];

/** The request as a Go program, which reads an API key from the environment. */
export function buildGo(request: StampedRequest): string {
  const { url, credential, kind } = request;
  const [before, after] = bodyParts(request);
  const hasTime = after !== undefined;
  const isStampedHere = kind === 'apiKey';
  const body = hasTime
    ? `${literal(before)} + strconv.FormatInt(time.Now().UnixMilli(), 10) + ${literal(after)}`
    : literal(before);
  const value = isStampedHere ? 'base64.RawURLEncoding.EncodeToString(stamp)' : literal(credential.value);
  const packages = [...always, ...(isStampedHere ? forStamp : []), ...(hasTime ? forTime : [])].sort();
  return `package main

import (
${packages.map((name) => `	"${name}"`).join('\n')}
)

func main() {
	body := ${body}
${isStampedHere ? stampLines : ''}	request, err := http.NewRequest("POST", ${JSON.stringify(url)}, strings.NewReader(body))
${check}	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("${credential.name}", ${value})
	direct := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := direct.Do(request)
${check}	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
${check}	fmt.Println(response.StatusCode, string(answer))
}
`;
}

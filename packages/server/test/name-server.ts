import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/** A name server on this machine. */
export interface NameServer extends AsyncDisposable {
  /** Its address and port. */
  readonly address: string;
  /** The names that were asked for, with the type of the record. */
  readonly asked: readonly string[];
}

const types: Readonly<Record<number, 'A' | 'AAAA'>> = { 1: 'A', 28: 'AAAA' };

/** Starts a name server. `answer` gets a name and how often it was asked before, and returns addresses, or nothing at all. */
export async function startNameServer(
  answer: (name: string, type: 'A' | 'AAAA', before: number) => readonly string[] | 'silence',
): Promise<NameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    const question = `${name} ${type}`;
    const found = answer(name, type, asked.filter((other) => other === question).length);
    asked.push(question);
    if (found === 'silence') return;
    const records = found.map((ip) => recordOf(ip));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

/** RFC 1035 §4.1.2. */
function readQuestion(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: types[query.readUInt16BE(at + 1)] ?? 'A', end: at + 5 };
}

/** RFC 1035 §4.1.3: a record for the name in the question, which lives for no time. */
function recordOf(ip: string): Buffer {
  const is4 = isIP(ip) === 4;
  const data = is4 ? Buffer.from(ip.split('.').map(Number)) : bytesOf(ip);
  const head = Buffer.from([0xc0, 0x0c, 0, is4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function bytesOf(ip: string): Buffer {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [left = '', right = ''] = canonical.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

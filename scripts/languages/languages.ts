import type { Tool } from './toolchain.ts';

export interface SnippetProgram {
  /** The name of the language on the docs page. */
  readonly title: 'Go' | 'Python';
  readonly file: string;
  /** Commands that are run once, in a directory with the files of the page. */
  readonly prepare?: string;
  readonly run: string;
}

export interface Language {
  /** The name of the language on the command line, and of its page in docs. */
  readonly name: string;
  readonly tools: readonly Tool[];
  /** The name of the document on the page. */
  readonly document: 'openapi.json' | 'openapi-3.0.json';
  /** The versions of OpenAPI that its generator accepts without a warning. */
  readonly versions: readonly ('3.1' | '3.0')[];
  /** How to run the snippets that the docs page shows in this language. */
  readonly snippet?: SnippetProgram;
  /** Warnings that come neither from the generator nor from its output. */
  readonly allowedWarning?: RegExp;
}

export const languages: readonly Language[] = [
  {
    name: 'go',
    tools: [
      {
        name: 'Go',
        command: ['go', 'version'],
        version: /go(\d+\.\d+)/,
        min: '1.25',
        install: 'see https://go.dev/dl',
      },
    ],
    document: 'openapi.json',
    versions: ['3.1', '3.0'],
    snippet: { title: 'Go', file: 'main.go', run: 'gofmt main.go | diff main.go -; go vet main.go; go run main.go' },
  },
  {
    name: 'python',
    tools: [
      {
        name: 'Python',
        command: ['python3', '--version'],
        version: /Python (\d+\.\d+)/,
        min: '3.11',
        install: 'see https://www.python.org/downloads',
      },
      {
        name: 'The venv module of Python',
        command: ['python3', '-c', 'import ensurepip, venv'],
        install: 'on Debian it is in the package python3-venv',
      },
    ],
    document: 'openapi.json',
    versions: ['3.1', '3.0'],
    snippet: {
      title: 'Python',
      file: 'main.py',
      prepare: `python3 -m venv .venv
grep -E '^(cryptography|httpx)==' requirements.txt | xargs .venv/bin/pip install --quiet`,
      run: '.venv/bin/python main.py',
    },
  },
  {
    name: 'rust',
    tools: [
      {
        name: 'Cargo',
        command: ['cargo', '--version'],
        version: /cargo (\d+\.\d+)/,
        min: '1.88',
        install: 'see https://rustup.rs',
      },
      {
        name: 'a linker',
        command: ['cc', '--version'],
        install: 'on Debian it is in the package build-essential',
      },
    ],
    document: 'openapi-3.0.json',
    versions: ['3.0'],
  },
  {
    name: 'java',
    tools: [
      {
        name: 'Java',
        command: ['javac', '-version'],
        version: /javac (\d+)/,
        min: '17',
        install: 'see https://adoptium.net',
      },
      {
        name: 'Maven',
        command: ['mvn', '--batch-mode', '--version'],
        version: /Apache Maven (\d+\.\d+)/,
        min: '3.8',
        install: 'see https://maven.apache.org/download.cgi',
      },
    ],
    document: 'openapi-3.0.json',
    versions: ['3.0'],
    // Newer Java runtimes warn about Maven itself. Warnings of Maven and of the generator have the word in brackets.
    allowedWarning: /^WARNING: /,
  },
];

import { describe, expect, test } from 'vitest';
import { commands } from '../commands/command-table.ts';
import { candidatesFor } from './candidates.ts';

function wordsFor(line: string): readonly string[] | 'files' {
  const found = candidatesFor(line.split(' '), commands);
  return found === 'files' ? found : found.map(({ word }) => word);
}

describe('candidatesFor', () => {
  test('default: the first words of the commands, each once', () => {
    const words = wordsFor('');
    expect(words).toEqual([...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))]);
  });

  test.each([
    ['po', ['policy']],
    ['policy ', ['test', 'explain', 'replay']],
    ['help policy t', ['test']],
    ['policy test ', 'files'],
    ['policy test --', ['--help']],
    ['audit verify ', []],
    ['audit verify --heads ', 'files'],
    ['--', ['--version', '--help']],
    ['fly ', []],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['call who', ['whoami']],
    ['call whoami ', []],
    ['call fly ', []],
    ['call getUser u', ['userId=']],
    ['call whoami --organization ', []],
    ['call --key a.json who', ['whoami']],
    ['call get_user --output ', ['json', 'table']],
    ['call get_user --output json user', ['userId=']],
    ['call get_user userId=a ', []],
    ['call get_user userId=', []],
    ['call create_user_tag user', ['userTagName=', 'userIds.']],
    ['call create_user_tag userTagName=a ', ['userIds.', 'generateAppProofs=']],
    ['call create_user_tag userIds:=[] u', ['userTagName=']],
    ['call create_user_tag userIds.', ['userIds.0=']],
    ['call create_user_tag userIds.0=a userIds.', ['userIds.1=']],
    ['call create_user_tag generateAppProofs=', ['generateAppProofs=true', 'generateAppProofs=false']],
    ['call create_users users.0.userName=a users.', ['users.0.', 'users.1.']],
    ['call create_users users.0.userName=a users.0.userE', ['users.0.userEmail=']],
    ['call create_users users.0.userName=a users.0.userN', []],
    ['call create_users nothing.0.', []],
    ['call create_wallet mnemonicLength=2', ['mnemonicLength=21', 'mnemonicLength=24']],
    ['call account filterType=PUB', ['filterType=PUBLIC_KEY']],
  ])('args: %s', (line, words) => {
    expect(wordsFor(line)).toEqual(words);
  });
});

/** Members by key. */
import { expect, it } from 'vitest';
import { Groups } from '../../src/realtime/groups.ts';

const [ann, bob, eve] = [{ name: 'ann' }, { name: 'bob' }, { name: 'eve' }];

it('has the members of each key, each once', () => {
  const groups = new Groups<object>();
  for (const member of [ann, ann, bob, ann]) groups.add('x', member);
  groups.add('y', eve);
  expect(groups.of('x')).toEqual([ann, bob]);
  expect(groups.of('y')).toEqual([eve]);
  expect(groups.of('z')).toEqual([]);
});

it.each([
  ['one member', [ann]],
  ['two members', [ann, bob]],
  ['three members', [ann, bob, eve]],
])('forgets a key without members, after %s', (_, members) => {
  const groups = new Groups<object>();
  for (const member of members) groups.add('x', member);
  for (const member of members) groups.delete('x', member);
  expect(groups.has('x')).toBe(false);
  expect([...groups.keys()]).toEqual([]);
});

it('ignores the deletion of a stranger', () => {
  const groups = new Groups<object>();
  groups.add('x', ann);
  groups.delete('x', bob);
  groups.delete('y', ann);
  expect(groups.of('x')).toEqual([ann]);
});

it('lets members leave while they are read', () => {
  const groups = new Groups<object>();
  for (const member of [ann, bob, eve]) groups.add('x', member);
  const seen = [];
  for (const member of groups.of('x')) {
    groups.delete('x', member);
    seen.push(member);
  }
  expect(seen).toEqual([ann, bob, eve]);
});

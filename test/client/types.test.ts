/** Types of the client. The compiler checks these claims; running them checks nothing. */
import { expectTypeOf, it } from 'vitest';
import type {
  Answer,
  BattleView,
  Client,
  EmpireView,
  ErrorCode,
  LiveEvents,
  ServerEvents,
} from '../../src/client/client.ts';

type Parameter<Name extends keyof Client, Index extends number> = Client[Name] extends (
  ...args: infer Args
) => unknown
  ? Args[Index]
  : never;

it('returns the types of the contract', () => {
  expectTypeOf<Client['readEmpire']>().returns.resolves.toEqualTypeOf<Answer<EmpireView>>();
  expectTypeOf<Client['readBattle']>().returns.resolves.toEqualTypeOf<Answer<BattleView>>();
});

it('has the data of an answer only on success', () => {
  expectTypeOf<Answer<string>>().not.toHaveProperty('data');
  expectTypeOf<Extract<Answer<string>, { ok: true }>['data']>().toBeString();
});

it('has all codes of the server and two of its own', () => {
  expectTypeOf<Extract<Answer<string>, { ok: false }>['error']['code']>().toEqualTypeOf<
    ErrorCode | 'UNREACHABLE' | 'ABORTED'
  >();
});

it('takes ids first, then the body', () => {
  expectTypeOf<Parameter<'train', 0>>().toBeString();
  expectTypeOf<Parameter<'train', 1>>().toEqualTypeOf<{
    unit_type: 'soldiers' | 'archers' | 'knights' | 'catapults';
    quantity: number;
  }>();
});

it('does not require members with a default', () => {
  expectTypeOf<{ type: 'farm' }>().toExtend<Parameter<'build', 1>>();
  expectTypeOf<{ units: { soldiers: number } }>().toExtend<Parameter<'splitArmy', 1>>();
  expectTypeOf<{ username: string }>().not.toExtend<Parameter<'logIn', 0>>();
});

it('takes numbers in queries', () => {
  expectTypeOf<{ x: number; y: number }>().toExtend<Parameter<'readMap', 0>>();
  expectTypeOf<{ x: number }>().not.toExtend<Parameter<'readMap', 0>>();
  expectTypeOf<{ page: string }>().not.toExtend<Parameter<'listEmpires', 0>>();
});

it('has every event of the server except error', () => {
  expectTypeOf<Exclude<keyof ServerEvents, keyof LiveEvents>>().toEqualTypeOf<'error'>();
  expectTypeOf<LiveEvents['battle_start']['contact_at']>().toBeString();
});

/** What the compiler knows of a client. These hold when the project compiles; running them checks nothing. */
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

it('answers what the contract says', () => {
  expectTypeOf<Client['readEmpire']>().returns.resolves.toEqualTypeOf<Answer<EmpireView>>();
  expectTypeOf<Client['readBattle']>().returns.resolves.toEqualTypeOf<Answer<BattleView>>();
});

it('has the data of an answer only where it went well', () => {
  expectTypeOf<Answer<string>>().not.toHaveProperty('data');
  expectTypeOf<Extract<Answer<string>, { ok: true }>['data']>().toBeString();
});

it('knows every code, and the two of its own', () => {
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

it('wants no member that the service has a default for', () => {
  expectTypeOf<{ type: 'farm' }>().toExtend<Parameter<'build', 1>>();
  expectTypeOf<{ units: { soldiers: number } }>().toExtend<Parameter<'splitArmy', 1>>();
  expectTypeOf<{ username: string }>().not.toExtend<Parameter<'logIn', 0>>();
});

it('takes a query in numbers', () => {
  expectTypeOf<{ x: number; y: number }>().toExtend<Parameter<'readMap', 0>>();
  expectTypeOf<{ x: number }>().not.toExtend<Parameter<'readMap', 0>>();
  expectTypeOf<{ page: string }>().not.toExtend<Parameter<'listEmpires', 0>>();
});

it('hears every event of the server but its refusals', () => {
  expectTypeOf<Exclude<keyof ServerEvents, keyof LiveEvents>>().toEqualTypeOf<'error'>();
  expectTypeOf<LiveEvents['battle_start']['contact_at']>().toBeString();
});

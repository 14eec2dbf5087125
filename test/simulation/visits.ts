/** What players do beside their orders: they read, log in and out, and delete their accounts. */
import { constraintOf } from '../../src/db/constraints.ts';
import type { Action } from './history.ts';
import { changeSession, codeOf, endAccount, isDatabaseError, stateOf, type Player } from './players.ts';
import type { Simulation } from './simulation.ts';

/** Players log in and out, and accounts are deleted, rather while a request of theirs is under way. */
export function visitsOf(simulation: Simulation): Action[] {
  const { wire } = simulation;
  const { session, deletion } = simulation.plan.weights;
  const present = simulation.players.filter(({ isLeaving }) => !isLeaving);
  const isBusy = (player: Player): boolean =>
    simulation.requests.some((request) => request.player === player && stateOf(request) === 'waiting');
  const hasNoSession = ({ ended, token }: Player): boolean => ended.has(token);
  const visits = [
    ['logs in or out', session, hasNoSession, changeSession],
    ['is deleted', present.length < 2 ? 0 : deletion, isBusy, endAccount],
  ] as const;
  return visits.flatMap(([words, weight, isPreferred, visit]) =>
    simulation.onEach(`, a player ${words}`, weight, async (instance, draw) => {
      const preferred = present.filter(isPreferred);
      const player = draw.pick(preferred.length > 0 && !draw.isOneIn(4) ? preferred : present);
      await wire.run(instance, () => {
        visit(player, instance, wire.time).catch((error: unknown) => {
          const code = codeOf(error);
          // The product takes it for a login with a wrong name: the account was deleted meanwhile.
          if (isDatabaseError.test(code) && constraintOf(error) !== 'sessions_user')
            simulation.wrong.push(`a player ${words}, and gets the error ${code}`);
        });
      });
      return player.empire.name;
    }),
  );
}

/** A player reads an empire: every change of it that was acknowledged before is in the answer. */
export function readsOf(simulation: Simulation): Action[] {
  const { wire, plan, players, wrong } = simulation;
  return simulation.onEach(' reads', plan.weights.command / 3, async (instance, draw) => {
    const reader = draw.pick(players);
    const { empire } = draw.isOneIn(2) ? reader : draw.pick(players);
    const hasEnded = reader.ended.has(reader.token);
    const known = simulation.known.get(empire.id) ?? 0;
    const read = async (): Promise<void> => {
      const { sessions, services, name } = instance;
      const viewer = await sessions.find(reader.token);
      if (hasEnded && viewer !== null)
        wrong.push(`${name} accepts a session of ${reader.empire.name} that has ended`);
      const state = await services.readEmpire('empire', empire.id);
      const seq = state?.empire.eventSeq ?? 0;
      if (seq < known)
        wrong.push(`${name} read change ${seq} of ${empire.name}, but ${known} was acknowledged`);
    };
    await wire.run(instance, () => {
      read().catch(() => null);
    });
    return `the state of ${empire.name}`;
  });
}

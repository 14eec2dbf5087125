/** What players do beside their orders: they read, log in and out, and delete their accounts. */
import type { Action } from './history.ts';
import { changeSession, endAccount, isDatabaseError, stateOf, type Player } from './players.ts';
import type { Simulation } from './simulation.ts';

/** Players log in and out, and accounts are deleted, rather while a request of theirs is under way. */
export function visitsOf(simulation: Simulation): Action[] {
  const { wire, time } = simulation.playground;
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
    simulation.serving.map((instance): Action => ({
      words: `${instance.name}, a player ${words}`,
      weight: weight / simulation.serving.length,
      run: async (draw) => {
        const preferred = present.filter(isPreferred);
        const player = draw.pick(preferred.length > 0 && !draw.isOneIn(4) ? preferred : present);
        await wire.run(instance, () => {
          void visit(player, instance, time).then((error) => {
            time.activity += 1;
            if (isDatabaseError.test(error ?? '')) simulation.wrong.push(`a deletion got the error ${error}`);
          });
        });
        return player.empire.name;
      },
    })),
  );
}

/** A player reads an empire: every change of it that was acknowledged before is in the answer. */
export function readsOf(simulation: Simulation): Action[] {
  const { wire } = simulation.playground;
  return simulation.serving.map((instance) => ({
    words: `${instance.name} reads`,
    weight: simulation.plan.weights.command / 3 / simulation.serving.length,
    run: async (draw) => {
      const reader = draw.pick(simulation.players);
      const { empire } = draw.isOneIn(2) ? reader : draw.pick(simulation.players);
      const hasEnded = reader.ended.has(reader.token);
      const known = simulation.known.get(empire.id) ?? 0;
      await wire.run(instance, () => {
        const { sessions, services } = instance;
        const read = sessions.find(reader.token).then((viewer) => {
          if (hasEnded && viewer !== null)
            simulation.wrong.push(
              `${instance.name} accepts a session of ${reader.empire.name} that has ended`,
            );
          return services.readEmpire('empire', empire.id, viewer);
        });
        read.then(
          (state) => {
            const seq = state?.empire.eventSeq ?? 0;
            if (seq < known)
              simulation.wrong.push(
                `${instance.name} read change ${seq} of ${empire.name}, but ${known} was acknowledged`,
              );
          },
          () => undefined,
        );
      });
      return `the state of ${empire.name}`;
    },
  }));
}

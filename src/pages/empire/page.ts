import { readRights, selectCandidacy } from '../../alliance/queries.ts';
import { distance } from '../../game/march/map.ts';
import { wholeCrowns } from '../../game/diplomacy/reigns.ts';
import { scoresOf } from '../../game/diplomacy/scoring.ts';
import { areAllies } from '../../game/diplomacy/guards.ts';
import type { Empire } from '../../game/types.ts';
import { strengthOf } from '../../game/founding/villages.ts';
import { GameError } from '../../kernel/errors.ts';
import type { EmpireState } from '../../world/read.ts';
import type { Services } from '../../world/services.ts';
import { definePage } from '../framework/page.ts';
import { battleVerbs, seatName } from '../shared/formatters.ts';
import { toBattleSummary } from '../shared/battle-summary.ts';
import { fightAgainst, strongestArmy } from '../../battle/city-fights.ts';
import { newcomerOf, refusalToAttack, sparedAgeOf } from '../shared/neighbours.ts';
import { simulatorAddress } from '../shared/simulator-form.ts';
import { selectBattlesBetween, selectNearestEmpires, selectRuler, selectSharedBattles } from './queries.ts';

const maxBattles = 20;
const maxShared = 5;
const maxNeighbours = 5;

function toRelation(viewer: EmpireState, other: Empire) {
  const own = viewer.empire;
  const [capital = null] = other.cities;
  const fight = capital === null ? null : fightAgainst(own, { army: strongestArmy(own) }, other, capital);
  return {
    isAlly: areAllies(own, other),
    refusal: refusalToAttack(viewer, { ...other, score: scoresOf(other).total }),
    sparedAgeMs: sparedAgeOf(other, viewer),
    /** The strongest standing army against the capital. */
    simulatorUrl: fight === null ? null : simulatorAddress({ ...fight, seed: null }),
    capital,
  };
}

function toPlaces({ cities, seats }: Empire) {
  return [
    ...cities.map((city, index) => ({ ...city, isCapital: index === 0 && cities.length > 1 })),
    ...seats.map((seat) => ({ ...seat, name: seatName(seat), isCapital: false })),
  ];
}

/** Null if the viewer may not invite. */
async function readInviteTo(services: Services, viewer: EmpireState | null, empireId: string) {
  const membership = viewer?.empire.membership ?? null;
  if (viewer === null || membership === null) return null;
  const { allianceId, tag } = membership;
  const [rights, candidacy] = await Promise.all([
    readRights(services, allianceId, viewer.empire.id),
    selectCandidacy(services.pool, allianceId, empireId, 'alliance'),
  ]);
  return rights === 'leader' || rights === 'officer' ? { allianceId, tag, candidacy } : null;
}

export const empirePage = definePage('/empire/:empire_id', {
  section: 'world',
  readers: 'guest',
  read: async ({ services, params: { empire_id: id }, empireState: viewer }) => {
    const { pool, settings } = services;
    const isOwn = viewer?.empire.id === id;
    const [state, ruler, rows, inviteTo, shared, near] = await Promise.all([
      isOwn ? viewer : services.readEmpire('empire', id),
      selectRuler(pool, id),
      viewer === null || isOwn ? [] : selectBattlesBetween(pool, viewer.empire.id, id, maxBattles),
      isOwn ? null : readInviteTo(services, viewer, id),
      selectSharedBattles(pool, id, maxShared),
      selectNearestEmpires(pool, id, maxNeighbours),
    ]);
    if (state === null || ruler === null) throw new GameError('NOT_FOUND', 'no empire has this id');
    const { empire, now } = state;
    const scores = scoresOf(empire);
    const [firstCity] = empire.cities;
    return {
      title: empire.name,
      values: {
        description: `${empire.name}: score, cities and seats.`,
        empire,
        isOwn,
        ruler,
        strength: empire.kind === 'village' && firstCity !== undefined ? strengthOf(firstCity) : null,
        scores,
        // Bots read no messages, and empires without a player have no reader.
        writeTo:
          viewer !== null && !isOwn && empire.kind === 'player' && !ruler.is_bot ? empire.ownerId : null,
        inviteTo: empire.kind === 'player' && empire.membership === null && !ruler.is_bot ? inviteTo : null,
        crowns: wholeCrowns(empire, now, settings.speed),
        protection: newcomerOf(empire, now),
        shared,
        verbs: battleVerbs,
        ownId: viewer?.empire.id ?? null,
        neighbours: near.map((row) => ({ ...row, distance: distance(firstCity ?? row, row) })),
        places: toPlaces(empire),
        distance,
        ownCapital: viewer?.empire.cities[0] ?? null,
        relation: viewer === null || isOwn || empire.kind === 'keeper' ? null : toRelation(viewer, empire),
        battles:
          viewer === null || isOwn ? null : rows.map((row) => toBattleSummary(viewer.empire, row, now)),
      },
    };
  },
});

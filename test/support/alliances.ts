/** Alliances of rulers, for tests of the API. */
import type { AllianceView } from '../../src/contract/alliance.ts';
import type { ApiResponse, Ruler, TestGame } from './game.ts';

let founded = 0;

/** Founds an alliance with a tag of its own; returns its id. */
export async function foundAlliance(leader: Ruler): Promise<string> {
  const tag = `A${(founded += 1)}`;
  const { body } = await leader.send<{ alliance: { id: string } }>('POST', '/api/alliances', {
    name: `Owls ${tag}`,
    tag,
  });
  return body.alliance.id;
}

/** Makes an empire a member, by invitation. */
export async function enlist(leader: Ruler, allianceId: string, ruler: Ruler): Promise<void> {
  const body = { empire_id: ruler.empireId };
  await leader.send('POST', `/api/alliance/${allianceId}/invitations`, body);
  await ruler.send('POST', `/api/alliance/${allianceId}/members`, body);
}

/** @typeParam Body of the answer */
export function writeToAlliance<Body>(
  by: Ruler,
  allianceId: string,
  text: string,
): Promise<ApiResponse<Body>> {
  return by.send<Body>('POST', `/api/alliance/${allianceId}/messages`, { text });
}

/** Founds an alliance of two empires, one of which writes a message. */
export async function chat(leader: Ruler, member: Ruler, text: string): Promise<void> {
  const id = await foundAlliance(leader);
  await enlist(leader, id, member);
  await writeToAlliance(member, id, text);
}

export async function readAlliance(ruler: Ruler, allianceId: string): Promise<AllianceView> {
  return (await ruler.send<AllianceView>('GET', `/api/alliance/${allianceId}`)).body;
}

/** Ends all alliances, as if they had ended long ago. */
export async function endAlliances({ instance }: Pick<TestGame, 'instance'>): Promise<void> {
  await instance.pool.query(`
    WITH ended AS (UPDATE alliances SET members = 0, dissolved_at = 0 WHERE dissolved_at IS NULL),
      forgotten AS (DELETE FROM alliance_candidates)
    UPDATE empires SET alliance_id = NULL, alliance_tag = NULL, alliance_role = NULL, alliance_joined_at = NULL,
      alliance_role_since = NULL, former_alliance_id = NULL, alliance_left_at = NULL
    WHERE alliance_id IS NOT NULL OR former_alliance_id IS NOT NULL`);
}

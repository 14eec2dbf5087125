/** The pages of alliances: found, join, lead and leave with plain forms, and what strangers and members see. */
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestGame, useOne, type Ruler } from '../support/game.ts';
import { attackCity, createEmpire, createNeighbours } from '../support/players.ts';
import { refreshRankings } from '../support/rankings.ts';
import { expose } from '../support/set-state.ts';
import { enlist, foundAlliance, readAlliance } from '../support/alliances.ts';
import { Browser, partOf, wordsOf, type Page } from './browser.ts';
import { hostileName, hostileText } from './clash.ts';

const game = useTestGame();
let id: string;

const at = (query = ''): string => `/alliance/${id}${query}`;
const browse = ({ cookie }: Ruler): Browser => new Browser(game, cookie);
const text = (page: Page, part: string): string => wordsOf(partOf(page, part));
const rolesOf = async (): Promise<Record<string, string>> =>
  Object.fromEntries((await readAlliance(ann, id)).members.map(({ empire_id, role }) => [empire_id, role]));

const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
const bob = useOne(() => createEmpire(game, { x: 0, y: 20 }));
const cat = useOne(() => createEmpire(game, { x: 20, y: 0 }));
const eve = useOne(() => createEmpire(game, { x: 20, y: 20 }));

beforeAll(async () => {
  await expose(game, bob.empireId);
});

describe('an alliance that bots lead', () => {
  it('says that it takes bots only, and offers no application', async () => {
    const bot = await createEmpire(game, { x: 160, y: 0 });
    const bots = await foundAlliance(bot);
    const join = async () => partOf(await browse(cat).open(`/alliance/${bots}`), 'join');
    expect(await join()).toContain('>Apply</button>');
    await game.query('UPDATE users SET is_bot = true WHERE username = $1', bot.username);
    const part = await join();
    expect(part).toContain('Bots lead this alliance, and they take bots only.');
    expect(part).not.toContain('/apply');
    await bot.send('DELETE', `/api/alliance/${bots}`);
  });
});

describe('the list of alliances', () => {
  it('founds an alliance and leads to its page', async () => {
    const form = { name: 'The Owls', tag: 'OWL', description: hostileName };
    const { location } = await browse(ann).sendForm('/alliances', form);
    id = /^\/alliance\/([\da-f-]{36})$/.exec(location ?? '')?.[1] ?? '';
    expect((await readAlliance(ann, id)).tag).toBe('OWL');
  });

  it('is open to strangers', async () => {
    await refreshRankings(game);
    const page = await new Browser(game).open('/alliances');
    expect(text(page, 'alliances')).toContain('The Owls [OWL]');
    expect(partOf(page, 'found')).toBe('');
  });

  it('begins with the highest sum of scores, with members and crowns', async () => {
    const dan = await createEmpire(game, { x: 80, y: 0 });
    const strong = await foundAlliance(dan);
    await game.query('UPDATE empires SET military_score = 9500 WHERE id = $1', dan.empireId);
    const list = async () => text(await new Browser(game).open('/alliances'), 'alliances');
    const { name, tag } = await readAlliance(dan, strong);
    await refreshRankings(game);
    expect(await list()).toMatch(new RegExp(`1 ${name} \\[${tag}\\] 1 0 9,\\d{3} 2 The Owls \\[OWL\\]`));
    await dan.send('DELETE', `/api/alliance/${strong}`);
    expect(await list()).not.toContain(name);
  });
});

describe('joining by invitation', () => {
  it('begins at the page of the empire', async () => {
    const page = await browse(ann).open(`/empire/${bob.empireId}`);
    expect(text(page, 'invite')).toContain('Invite this empire');
    const done = await browse(ann).submit(`/empire/${bob.empireId}/invite`, { alliance_id: id });
    expect(text(done, 'invite')).toContain('Invited. Your alliance has invited this empire.');
    expect(partOf(done, 'invite')).not.toContain('<form');
  });

  it('shows the invitation to the invited player', async () => {
    const list = await browse(bob).open('/alliances');
    expect(text(list, 'candidacies')).toContain('The Owls [OWL] invites you Join The Owls Decline The Owls');
    expect(partOf(list, 'candidacies')).toContain(`action="/alliance/${id}/join#join"`);
    expect(text(await browse(bob).open(at()), 'join')).toContain('You are invited');
  });

  it('can be answered in the notice of every page', async () => {
    const { html: notice } = await browse(bob).open('/armies');
    expect(notice).toContain(`action="/alliance/${id}/join#join"`);
    expect(notice).toContain(`action="/alliance/${id}/decline#join"`);
  });

  it.each(['declined by the player', 'withdrawn by the alliance'])(
    'that was %s has no buttons',
    async (how) => {
      const { empireId } = cat;
      await ann.send('POST', `/api/alliance/${id}/invitations`, { empire_id: empireId });
      const offer = `action="/alliance/${id}/join#join"`;
      expect((await browse(cat).open('/armies')).html).toContain(offer);
      const [player, path] = how.startsWith('declined')
        ? [cat, '/decline']
        : [ann, `/candidate/${empireId}/remove`];
      await browse(player).submit(at(path));
      const { html: notice } = await browse(cat).open('/armies');
      expect(notice).toContain('The alliance [OWL] invited you');
      expect(notice).not.toContain(offer);
    },
  );

  it('makes a member, whose page shows the tag', async () => {
    await browse(bob).submit(at('/join'));
    expect(await rolesOf()).toEqual({ [ann.empireId]: 'leader', [bob.empireId]: 'member' });
    const page = await new Browser(game).open(`/empire/${bob.empireId}`);
    expect(page.html).toContain(`<a class="alliance-tag" href="/alliance/${id}">[OWL]</a>`);
    expect((await browse(bob).open('/armies')).html).not.toContain(`/alliance/${id}/join`);
  });

  it('is not offered for a member, or by a player who leads no alliance', async () => {
    expect(partOf(await browse(ann).open(`/empire/${bob.empireId}`), 'invite')).toBe('');
    expect(partOf(await browse(eve).open(`/empire/${bob.empireId}`), 'invite')).toBe('');
  });
});

describe('joining by application', () => {
  it('is accepted by the leader', async () => {
    await browse(cat).submit(at('/apply'));
    expect(text(await browse(ann).open(at()), 'candidates')).toContain('has applied');
    const page = await browse(ann).open(`/empire/${cat.empireId}`);
    expect(text(page, 'invite')).toContain('This empire has applied. Candidates');
    await browse(ann).submit(at(`/candidate/${cat.empireId}/accept`));
    expect(await rolesOf()).toMatchObject({ [cat.empireId]: 'member' });
  });
});

describe('the page of an alliance', () => {
  it('shows members, score and description to strangers, and nothing else', async () => {
    const page = await new Browser(game).open(at());
    expect(page.html).toContain(hostileText);
    expect(page.html).not.toContain(hostileName);
    expect(text(page, 'members')).toContain(`Empire of ${bob.username}`);
    const hidden = ['threats', 'candidates', 'join', 'leave', 'describe'];
    expect(hidden.filter((part) => partOf(page, part) !== '')).toEqual([]);
    expect(page.html).not.toContain('<form data-in-place method="post" action="/alliance');
  });

  it('lists the members with the highest score first', async () => {
    await game.query('UPDATE empires SET military_score = 500 WHERE id = $1', bob.empireId);
    const { html } = await new Browser(game).open(at());
    expect(/id="member-([^"]*)"/.exec(html)?.[1]).toBe(bob.empireId);
  });

  it('adds up the scores of the members', async () => {
    const { members } = await readAlliance(ann, id);
    const sum = members.reduce((total, { score }) => total + score, 0);
    expect(text(await new Browser(game).open(at()), 'score')).toContain(String(sum));
  });

  it('shows an attack on a member to every member, with its countdown, and to no one else', async () => {
    const threat = `threat-${await attackCity(eve, bob)}`;
    const page = await browse(cat).open(at());
    expect(text(page, threat)).toContain(`Empire of ${eve.username} attacks Empire of ${bob.username}`);
    expect(partOf(page, threat)).toMatch(/data-until="\d+"/);
    expect(partOf(await browse(eve).open(at()), 'threats')).toBe('');
  });
});

describe('leading', () => {
  it('changes the description', async () => {
    const page = await browse(ann).submit(at('/describe'), { description: 'Wise' });
    expect(text(page, 'describe')).toContain('Saved.');
    expect((await readAlliance(ann, id)).description).toBe('Wise');
  });

  it('keeps a note on top of the chat, for members only', async () => {
    const page = await browse(ann).submit(at('/note'), { note: 'Hold the seat in the north\r\nEve helps' });
    expect(text(page, 'note')).toContain('Saved.');
    expect(text(await browse(bob).open(at()), 'chat')).toContain('Hold the seat in the north Eve helps');
    expect((await browse(eve).open(at())).html).not.toContain('Hold the seat in the north');
    expect((await readAlliance(ann, id)).description).toBe('Wise');
    expect((await browse(bob).sendForm(at('/note'), { note: 'Mine' })).status).toBe(403);
    await browse(ann).submit(at('/note'), { note: '' });
    expect(text(await browse(bob).open(at()), 'chat')).not.toContain('Hold the seat in the north');
  });

  it('invites by the beginning of a name, if only one empire fits', async () => {
    const invite = async (name: string) =>
      text(await browse(ann).submit(at('/invite'), { name }), 'candidates');
    expect(await invite('no such name')).toContain('No empire and no player has this name');
    expect(await invite('Empire of')).toContain('No empire and no player has this name');
    expect(await invite(eve.username)).toContain(`Empire of ${eve.username} is invited.`);
    const page = await browse(eve).submit(at('/decline'));
    expect(text(page, 'join')).toContain('Apply');
    expect(await invite(`Empire of ${eve.username}`)).toContain('is invited.');
  });

  it('gives roles; an officer expels members only', async () => {
    await browse(ann).submit(at(`/member/${bob.empireId}/role`), { role: 'officer' });
    const page = await browse(bob).open(at());
    expect(page.html).toContain(`/member/${cat.empireId}/expel`);
    expect(page.html).not.toContain(`/member/${ann.empireId}/expel`);
    const refused = await browse(bob).sendForm(at(`/member/${ann.empireId}/expel`));
    expect(refused.status).toBe(403);
    expect(text(refused, 'members')).toContain('Only its leader can expel officers');
    await browse(bob).submit(at(`/member/${cat.empireId}/expel`));
    expect(await rolesOf()).toEqual({ [ann.empireId]: 'leader', [bob.empireId]: 'officer' });
  });
});

describe('leaving', () => {
  it('leads to the list', async () => {
    const { location } = await browse(ann).sendForm(at('/leave'));
    expect(location).toBe('/alliances');
  });

  it('is followed by the end of an alliance that its leader dissolves', async () => {
    expect(text(await browse(bob).open(at()), 'leave')).toContain('Dissolve the alliance');
    expect((await browse(bob).sendForm(at('/dissolve'))).location).toBe('/alliances');
    expect((await browse(bob).open(at())).status).toBe(404);
  });

  it('leaves the forms of the leader to the member that succeeds it', async () => {
    const [ida, jon] = await createNeighbours(game, 20);
    id = await foundAlliance(ida);
    await enlist(ida, id, jon);
    const inviting = async (): Promise<string> =>
      partOf(await browse(jon).open(`/empire/${cat.empireId}`), 'invite');
    expect([await inviting(), partOf(await browse(jon).open(at()), 'describe')]).toEqual(['', '']);
    await browse(ida).submit(at('/leave'));
    expect(await rolesOf()).toEqual({ [jon.empireId]: 'member' });
    expect(text(await browse(jon).open(at()), 'leave')).toContain('Dissolve the alliance');
    expect(await inviting()).toContain('Invite this empire');
  });
});

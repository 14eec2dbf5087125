/** Registers every page and form of the web interface. */
import { Router } from 'express';
import { accountActions } from './account/actions.ts';
import { accountPage } from './account/page.ts';
import { adminActions } from './admin/actions.ts';
import { mountWorldActs } from './admin/world.ts';
import { actPage, adminPages, operatorPage } from './admin/pages.ts';
import { mountActions } from './framework/action.ts';
import { allianceActions } from './alliances/actions.ts';
import { alliancePage, alliancesPage } from './alliances/pages.ts';
import { armyActions } from './armies/actions.ts';
import { armiesPage } from './armies/page.ts';
import { battleActions } from './battles/actions.ts';
import { battlesPage } from './battles/list.ts';
import { battlePage } from './battles/page.ts';
import { battlePicture } from './battles/picture.ts';
import { cityActions } from './city/actions.ts';
import { cityPage } from './city/page.ts';
import { dashboardActions } from './dashboard/actions.ts';
import { dashboardPage } from './dashboard/page.ts';
import { docsActions } from './docs/actions.ts';
import { docsPage } from './docs/page.ts';
import { empireActions } from './empire/actions.ts';
import { empirePage } from './empire/page.ts';
import { homePage } from './home/page.ts';
import { leaderboardPage } from './leaderboard/page.ts';
import { searchPage } from './search/page.ts';
import { worldPage } from './world/page.ts';
import { ledgerPage } from './ledger/page.ts';
import { loginActions } from './login/actions.ts';
import { confirmPage, forgotPage, loginPage, registerPage, resetPage } from './login/pages.ts';
import { mapActions } from './map/actions.ts';
import { mapPage } from './map/page.ts';
import { messageActions } from './messages/actions.ts';
import { messagesPage, threadPage } from './messages/pages.ts';
import { createPageRenderer, mountPages, type PageDeps } from './framework/page.ts';
import { privacyPage } from './privacy/page.ts';
import { raidActions } from './raids/actions.ts';
import { raidsPage } from './raids/page.ts';
import { reportActions } from './reports/actions.ts';
import { reportsPage } from './reports/page.ts';
import { rulesPage } from './rules/page.ts';
import { seatsPage } from './seats/page.ts';
import { shortcutsPage } from './shortcuts/page.ts';
import { simulatorPage } from './simulator/page.ts';
import { themeActions } from './home/theme-actions.ts';
import { unsubscribeAction, unsubscribePage } from './unsubscribe/page.ts';
import { wishActions } from './wishes/actions.ts';
import { wishesPage } from './wishes/page.ts';

const pages = [
  registerPage,
  loginPage,
  forgotPage,
  resetPage,
  confirmPage,
  unsubscribePage,
  privacyPage,
  homePage,
  dashboardPage,
  cityPage,
  mapPage,
  armiesPage,
  battlesPage,
  battlePage,
  raidsPage,
  reportsPage,
  ledgerPage,
  leaderboardPage,
  searchPage,
  worldPage,
  empirePage,
  seatsPage,
  alliancesPage,
  alliancePage,
  rulesPage,
  simulatorPage,
  docsPage,
  accountPage,
  wishesPage,
  messagesPage,
  threadPage,
  shortcutsPage,
  operatorPage,
  actPage,
  ...adminPages,
];
const actions = [
  loginActions,
  dashboardActions,
  cityActions,
  mapActions,
  armyActions,
  battleActions,
  raidActions,
  allianceActions,
  accountActions,
  docsActions,
  unsubscribeAction,
  reportActions,
  wishActions,
  messageActions,
  empireActions,
  themeActions,
  adminActions,
].flat();

export function createPages(deps: PageDeps): Router {
  const router = Router();
  const show = createPageRenderer(deps);
  mountPages(router, pages, show, deps.http);
  mountActions(router, actions, show, deps);
  const { requireViewerOrShare, limits } = deps.http;
  router.get('/battle/:battle_id/picture.png', requireViewerOrShare, limits.data, battlePicture(deps));
  mountWorldActs(router, deps);
  return router;
}

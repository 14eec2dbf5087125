import { Router } from 'express';
import { compress } from '../http/compression.ts';
import { accountActions } from './account/actions.ts';
import { adminActions } from './admin/actions.ts';
import { mountWorldActs } from './admin/world.ts';
import { adminPages } from './admin/pages.ts';
import { mountActions } from './framework/action.ts';
import { allianceActions } from './alliances/actions.ts';
import { armyActions } from './armies/actions.ts';
import { battleActions } from './battles/actions.ts';
import { cityActions } from './city/actions.ts';
import { dashboardActions } from './dashboard/actions.ts';
import { changelogPage } from './docs/changelog.ts';
import { docsPage } from './docs/page.ts';
import { empireActions } from './empire/actions.ts';
import { searchPage } from './search/page.ts';
import { worldPage } from './world/page.ts';
import { loginActions } from './login/actions.ts';
import { mapActions } from './map/actions.ts';
import { messageActions } from './messages/actions.ts';
import { mountMovedPages } from './moved.ts';
import { createPageRenderer, mountPages, type PageDeps } from './framework/page.ts';
import { privacyPage } from './privacy/page.ts';
import { reportActions } from './reports/actions.ts';
import { raidActions } from './reports/raid-actions.ts';
import { rulesPage } from './rules/page.ts';
import { simulatorPage } from './simulator/page.ts';
import { themeActions } from './home/theme-actions.ts';
import { unsubscribeAction } from './unsubscribe/page.ts';
import { mountWellKnown } from './well-known.ts';
import { wishActions } from './wishes/actions.ts';

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
  unsubscribeAction,
  reportActions,
  wishActions,
  messageActions,
  empireActions,
  themeActions,
  adminActions,
].flat();

const readOnlyPages = [
  changelogPage,
  docsPage,
  privacyPage,
  searchPage,
  worldPage,
  rulesPage,
  simulatorPage,
  ...adminPages,
];

const pages = [...new Set([...readOnlyPages, ...actions.map(({ page }) => page)])];

export function createPages(deps: PageDeps): Router {
  const { http, services } = deps;
  const router = Router();
  router.use(compress, http.cookies.handler, http.showViewer);
  router.use((_request, response, next) => {
    response.locals.announcement = services.announcements.at(services.clock.now());
    next();
  });
  const show = createPageRenderer(deps);
  mountPages(router, pages, show, http);
  mountMovedPages(router);
  mountWellKnown(router, deps);
  mountActions(router, actions, show, deps);
  mountWorldActs(router, deps);
  return router;
}

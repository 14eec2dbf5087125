/**
 * The order of the test files: the simulation, which takes longest, then slow projects, so that both workers end together.
 * Campaigns come last, because `npm run check` has then ended and leaves the machine to them. Within a project the slowest
 * file is first: vitest stores the duration of each file, and compares sizes if it has none.
 */
import { type TestSpecification, BaseSequencer } from 'vitest/node';

const order = ['isolated', 'slow', 'programs', 'server', 'rules', 'campaign'];
const rankOf = ({ project }: TestSpecification): number => order.indexOf(project.name);

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}

/**
 * The order of the files: what takes long before what is quick, so that both workers end together. Campaigns come last,
 * when `npm run check` is over and nothing else is on the machine. Within a project the slowest file is first: Vitest
 * remembers how long each took, and takes the larger one where it does not know.
 */
import { type TestSpecification, BaseSequencer } from 'vitest/node';

const order = ['programs', 'server', 'isolated', 'rules', 'campaign'];
const rankOf = ({ project }: TestSpecification): number => order.indexOf(project.name);

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rankOf(a) - rankOf(b));
  }
}

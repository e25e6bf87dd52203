import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take long for their size, mostly waiting: started last they would run alone. The others are
 * ordered by last duration, or by size.
 */
export const slowFiles: readonly string[] = [
  'apps/server/test/processes.test.ts',
  'apps/server/test/kill.test.ts',
  'apps/server/src/modules/cwmp/acs-burst.test.ts',
  'apps/server/src/modules/diagnostics/throughput.test.ts',
  'apps/server/src/platform/db/backup/backup.test.ts',
  'apps/server/src/modules/identity/guessing.test.ts',
  'apps/server/test/first-line.browser.test.ts',
  'apps/server/test/upgrades.browser.test.ts',
  'apps/server/test/topology.browser.test.ts',
  'packages/collector/src/traps/real-traps.test.ts',
]

export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer's, and answers a new array
    return slowFirst(await super.sort(files))
  }
}

/** Projects keep their turns. */
export function slowFirst(files: TestSpecification[]): TestSpecification[] {
  const turn = ({ project }: TestSpecification) => project.config.sequence.groupOrder
  const isQuick = ({ moduleId }: TestSpecification) =>
    !slowFiles.some((file) => moduleId.endsWith(`/${file}`))
  return files.toSorted((a, b) => turn(a) - turn(b) || Number(isQuick(a)) - Number(isQuick(b)))
}

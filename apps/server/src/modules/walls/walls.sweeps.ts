import type { Sweep } from '../../platform/jobs/job.ts'
import { wallRepo } from './wall.repo.ts'

/** Requests are refused at once where the rights of a maker end; this ends the wall screen for good. */
export const wallSweep: Sweep = {
  name: 'wall.sweep',
  everySeconds: 60,
  run: ({ scopes }) => wallRepo.sweep(scopes),
}

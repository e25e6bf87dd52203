import type { Sweep } from '../../platform/jobs/job.ts'

/** What runs by the clock: maintenances that are over, of products too, and activations that nobody takes on any more. */
export function applicationSweeps(): Sweep[] {
  return [
    {
      name: 'maintenance.end',
      everySeconds: 15,
      run: async ({ scopes }) => void (await scopes.narrow('select end_maintenances()')),
    },
    {
      name: 'activation.end',
      everySeconds: 60,
      run: async ({ scopes }) => void (await scopes.narrow('select end_stuck_activations()')),
    },
  ]
}

import { compare, resolveTemplates } from '@netward/cwmp'
import type { Db } from '../../platform/db/transaction.ts'
import { configurationRepo } from './configuration.repo.ts'
import { toRead } from './known-values.ts'
import { settingBranches, wholeDeclaration } from './whole-declaration.ts'

/** As many as a session keeps. */
const maxKept = 100

/**
 * A gateway reported a value that its templates declare: what is stored is compared with them now, since the session
 * that would read it back may be a day away. The next check of a session has the last word.
 */
export async function noteInformedDrift(db: Db, deviceId: string): Promise<void> {
  const device = await configurationRepo.find({ db }, deviceId)
  // What failed, or is committed and not yet applied, only a session can judge.
  if (device === undefined || (device.state !== 'applied' && device.state !== 'drifted')) return
  const { templates, root, variables } = device
  const resolved = resolveTemplates(templates, { root: root ?? 'Device.', variables, secret: () => '' })
  const { settings } = resolved
  const trees =
    settings.length > 0 ? await configurationRepo.trees({ db }, [device], settingBranches(settings)) : null
  const { declaration } = wholeDeclaration(resolved, trees?.get(deviceId), true)
  const { paths, tables } = toRead(declaration)
  const known = (await configurationRepo.known({ db }, [deviceId], paths, tables)).get(deviceId) ?? new Map()
  const differences = compare(declaration, known).differences.filter(({ secret }) => !secret)
  await configurationRepo.updateInformed(
    { db },
    deviceId,
    differences.slice(0, maxKept).map(({ path, before, after }) => ({ path, before, after, secret: false })),
  )
}

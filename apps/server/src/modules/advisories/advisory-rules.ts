import type { ErrorCode } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint } from '../../platform/http/wrong-field.ts'
import type { AdvisoryValues } from './advisory.repo.ts'
import { compareVersions, isVersion } from './version-order.ts'

interface Problem {
  readonly field: 'firstVersion' | 'lastVersion' | 'fixedVersion'
  readonly code: ErrorCode
}

const bounds = ['firstVersion', 'lastVersion', 'fixedVersion'] as const

/** What a schema cannot say about bounds of versions. */
export function problemOf(values: AdvisoryValues): Problem | null {
  const unreadable = bounds.find((field) => values[field] !== '' && !isVersion(values[field]))
  if (unreadable !== undefined) return { field: unreadable, code: 'advisory.version_unreadable' }
  const { firstVersion, lastVersion, fixedVersion } = values
  if (lastVersion === '' && fixedVersion === '')
    return { field: 'fixedVersion', code: 'advisory.versions_missing' }
  if (firstVersion !== '' && lastVersion !== '' && compareVersions(firstVersion, lastVersion) > 0)
    return { field: 'lastVersion', code: 'advisory.versions_swapped' }
  if (firstVersion !== '' && fixedVersion !== '' && compareVersions(firstVersion, fixedVersion) >= 0)
    return { field: 'fixedVersion', code: 'advisory.versions_swapped' }
  return null
}

/** As they are stored: an order of models means nothing. */
export const normalised = (values: AdvisoryValues): AdvisoryValues => ({
  ...values,
  models: [...new Set(values.models)].toSorted(),
})

/** Runs a write; a second advisory of the same code, vendor and models is refused at its code. */
export const refusalOfWrite = <T>(ctx: Pick<RequestContext, 'phrase'>, write: () => Promise<T>): Promise<T> =>
  namingConstraint(ctx, { advisory_code: ['advisory.taken', 'code'] }, write)

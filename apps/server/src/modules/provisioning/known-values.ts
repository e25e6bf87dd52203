import { type Declaration, type Difference, hasAlias, tablesOf } from '@netward/cwmp'
import { shownSetting } from '../devices/index.ts'

/** What must be known of a gateway to compare it with a declaration. */
export function toRead(declaration: Declaration): { paths: string[]; tables: string[] } {
  const plain = declaration.values.map(({ path }) => path).filter((path) => !hasAlias(path))
  return { paths: plain, tables: tablesOf(declaration) }
}

export const differenceOf = ({ path, before, after, secret, setting }: Difference) => ({
  path,
  setting: setting === undefined ? null : shownSetting(setting),
  actual: before,
  desired: secret ? null : after,
  secret,
})

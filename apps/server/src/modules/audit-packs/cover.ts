import { auditPackSheets, type AuditPackSheetDone } from '@netward/contract/audit-pack-values'
import type { Cell, Sheet } from '../../platform/http/workbook.ts'
import { auditRepo } from '../audit/index.ts'
import { contentRepo } from './content.repo.ts'
import type { PackSource } from './pack-sheet.ts'
import { roleName } from './role-sheets.ts'
import { packWords } from './words.ts'

/** The first sheet: what the pack is about, and what became of its sheets, which is known once they are written. */
export async function coverOf({
  read,
  pack,
}: PackSource): Promise<(made: readonly AuditPackSheetDone[]) => Sheet> {
  const words = packWords(pack.language, pack.timeZone)
  const { t, time } = words
  const { consent, oldest } = await read(async (inside) => ({
    consent: await contentRepo.consent(inside),
    oldest: await auditRepo.oldest(inside),
  }))
  const say = (key: string, params?: Record<string, string | number>) => t(`auditPacks.paper.${key}`, params)
  const by = [pack.authorName, pack.authorAccount, pack.authorCompany].filter((part) => part !== null)
  return (made) => ({
    name: say('cover'),
    widths: [26, 46, 12, 70],
    batches: once([
      [say('title'), '', '', ''],
      [say('company'), pack.companyName],
      [say('period'), `${pack.from} – ${pack.to}`],
      [say('zone'), pack.timeZone],
      [say('by'), by.join(' · ')],
      [say('at'), time(new Date().toISOString())],
      [say('until'), time(pack.toAt)],
      [say('oldest'), time(oldest)],
      [say('mode'), t(`acting.access.modes.${consent?.mode ?? 'free'}`)],
      [say('ceiling'), roleName(words, consent?.ceiling ?? 'administrator')],
      [],
      [say('sheet'), say('content'), say('rows'), say('sha256')],
      ...auditPackSheets.flatMap((key) =>
        made
          .filter(({ sheet }) => sheet === key)
          .map(({ rows, sha256 }) => [
            t(`auditPacks.sheets.${key}`),
            t(`auditPacks.contents.${key}`),
            rows,
            sha256,
          ]),
      ),
      [],
      [say('method')],
      [say('asOf')],
    ]),
  })
}

async function* once(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield rows
}

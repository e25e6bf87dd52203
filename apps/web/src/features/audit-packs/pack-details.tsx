import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { type PackRow, periodOf } from './audit-pack.ts'
import '../../ui/plain-table.css'
import './audit-packs.css'

/** The sheets of a pack with their check sums, to compare with the cover of a workbook that came from elsewhere. */
export function PackDetails({
  pack,
  open,
  onClose,
}: {
  pack: PackRow | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Drawer
      title={pack === null ? '' : t('auditPacks.sheetsOf', { period: periodOf(pack) })}
      open={open}
      onClose={onClose}
      size={640}
    >
      {pack !== null && (
        <>
          <p>
            {t('auditPacks.finishedAt')} {pack.finishedAt === null ? '—' : format.dateTime(pack.finishedAt)}
          </p>
          <p>
            {t('auditPacks.sha256')} {pack.sha256 === null ? '—' : <CopyText text={pack.sha256} />}
          </p>
          {pack.sheets.length > 0 && (
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">{t('auditPacks.paper.sheet')}</th>
                  <th scope="col">{t('auditPacks.rows')}</th>
                  <th scope="col">{t('auditPacks.sha256')}</th>
                </tr>
              </thead>
              <tbody>
                {pack.sheets.map(({ sheet, rows, sha256 }) => (
                  <tr key={sheet}>
                    <th scope="row">{t(`auditPacks.sheets.${sheet}`)}</th>
                    <td data-label={t('auditPacks.rows')}>{format.number(rows)}</td>
                    <td data-label={t('auditPacks.sha256')}>
                      <code className="audit-pack-sum">{sha256}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </Drawer>
  )
}

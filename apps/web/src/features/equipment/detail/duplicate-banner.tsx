import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import type { EquipmentDetail } from '../equipment.ts'
import './detail.css'

/** Another device has the same identity: a person compares them (operations.md §2). */
export function DuplicateBanner({ device: { duplicates } }: { device: EquipmentDetail }) {
  const { t } = useTranslation()
  if (duplicates.length === 0) return null
  return (
    <div className="device-remark device-remark-warn polling-remark" role="alert">
      <div>
        <strong>{t('monitoring.detail.duplicate')}</strong>
        <p className="device-plain">{t('monitoring.detail.duplicateText')}</p>
        <ul className="duplicate-list">
          {duplicates.map(({ id, name, because }) => (
            <li key={`${id} ${because}`}>
              <RowLink to={paths.equipment(id)}>{name}</RowLink> · {t(`monitoring.detail.because.${because}`)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

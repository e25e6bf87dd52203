import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import type { EquipmentDetail } from '../equipment.ts'

/** The device that took its place on an order, and the one whose place it took. */
export function ReplacedBanner({ device: { replacedBy, replaces } }: { device: EquipmentDetail }) {
  const { t } = useTranslation()
  const other = replacedBy ?? replaces
  if (other === null) return null
  return (
    <output className="device-remark">
      <span className="in-text">
        {t(replacedBy === null ? 'equipment.replaces' : 'equipment.replacedBy')}{' '}
        <RowLink to={paths.equipment(other.id)}>
          {[other.name, other.serial].filter(Boolean).join(' · ')}
        </RowLink>
      </span>
    </output>
  )
}

import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { RowLink } from '../../../ui/row-link.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'

/** The gateway that replaced this one, or is about to. */
export function ReplacementBanner({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { replacedBy, replacementAwaited } = device
  if (replacedBy !== null) {
    return (
      <output className="device-remark">
        <span>
          {t('outlets.replace.replaced')}{' '}
          <RowLink to={paths.smartCpe(replacedBy.id)}>
            {replacedBy.name} · {replacedBy.serialNumber}
          </RowLink>
        </span>
      </output>
    )
  }
  if (replacementAwaited === null) return null
  return (
    <output className="device-remark">
      {t('outlets.replace.awaited', {
        serial: replacementAwaited.serialNumber,
        until: format.dateTime(replacementAwaited.until),
      })}
    </output>
  )
}

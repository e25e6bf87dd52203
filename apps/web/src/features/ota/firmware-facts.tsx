import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi } from '../../lib/use-api.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { type Firmware, firmwareEndpoint } from './ota.ts'

/** The library's text for a firmware in this language, falling back to the other. */
export function useFirmwareNotes(firmware: Firmware | undefined): string {
  const [first, second] = useLanguage() === 'zh' ? (['Zh', 'En'] as const) : (['En', 'Zh'] as const)
  return firmware === undefined ? '' : firmware[`notes${first}`] || firmware[`notes${second}`]
}

/** Warnings about a firmware before it is rolled out. */
export function FirmwareFacts({ firmwareId }: { firmwareId: string }) {
  const { t } = useTranslation()
  const firmware = useApi(firmwareEndpoint, { firmwareId }).data
  const notes = useFirmwareNotes(firmware)
  if (firmware === undefined) return null
  return (
    <div className="ota-firmware-facts">
      <Facts
        facts={[
          { label: t('ota.models'), value: firmware.models.join(', ') },
          {
            label: t('ota.hardwareVersions'),
            value: firmware.hardwareVersions.join(', ') || t('ota.hardwareAny'),
          },
          { label: t('ota.minimumVersion'), value: firmware.minimumVersion || '—' },
          { label: t('ota.signedBy'), value: firmware.signedBy || '—' },
        ]}
      />
      {notes !== '' && <p className="ota-notes">{notes}</p>}
    </div>
  )
}

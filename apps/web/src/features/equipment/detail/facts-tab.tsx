import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Facts, Panel } from '../../../ui/detail-page.tsx'
import { SerialNumber } from '../../../ui/serial-number.tsx'
import type { EquipmentDetail } from '../equipment.ts'

const dash = '—'

/** Who the device is. */
export function FactsTab({ device }: { device: EquipmentDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const copied = (text: string | null) => (text === null || text === '' ? dash : <CopyText text={text} />)
  return (
    <>
      <Panel title={t('monitoring.detail.identity')}>
        <Facts
          facts={[
            { label: t('equipment.serialNumber'), value: <SerialNumber serial={device.serialNumber} /> },
            { label: t('equipment.macAddress'), value: copied(device.macAddress) },
            { label: t('equipment.softwareVersion'), value: copied(device.softwareVersion) },
            { label: t('monitoring.detail.hardwareVersion'), value: device.hardwareVersion || dash },
            { label: t('equipment.company'), value: device.companyName },
            { label: t('equipment.driver'), value: t(`equipment.drivers.${device.driver}`) },
            { label: t('equipment.port'), value: device.port ?? dash },
            { label: t('equipment.createdAt'), value: format.dateTime(device.createdAt) },
          ]}
        />
      </Panel>
      {device.driver === 'snmp' && (
        <Panel title={t('monitoring.detail.agent')}>
          <Facts
            facts={[
              { label: t('monitoring.detail.sysName'), value: device.sysName || dash },
              { label: t('monitoring.detail.sysLocation'), value: device.sysLocation || dash },
              { label: t('monitoring.detail.sysContact'), value: device.sysContact || dash },
              { label: t('monitoring.detail.sysObjectId'), value: copied(device.sysObjectId) },
              { label: t('monitoring.detail.sysDescription'), value: device.sysDescription || dash },
            ]}
          />
        </Panel>
      )}
      {device.note !== '' && (
        <Panel title={t('equipment.note')}>
          <p className="device-plain">{device.note}</p>
        </Panel>
      )}
    </>
  )
}

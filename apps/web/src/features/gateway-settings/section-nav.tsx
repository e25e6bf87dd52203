import type { SettingSection } from '@netward/contract/gateway-setting-values'
import { useNavigate } from '@tanstack/react-router'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { usePhone } from '../../lib/use-narrow.ts'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { ReadButton } from './reading-state.tsx'
import { isList, type Settings } from './setting.ts'

interface Props {
  readonly device: DeviceDetail
  readonly settings: Settings
  readonly active: SettingSection | null
}

/** The sections beside their content; on a phone, a select. Each has an address. */
export function SectionNav({ device, settings, active }: Props) {
  const { t } = useTranslation()
  const phone = usePhone()
  const navigate = useNavigate()
  const { sections } = settings
  const name = (section: SettingSection) => t(`gatewaySettings.sections.${section}`)
  // Hosts and clients are large: they are read when viewed.
  const readable = sections
    .map(({ section }) => section)
    .filter((one) => one !== 'host' && one !== 'wifi_client')
  const readAll = (
    <ReadButton
      device={device}
      reading={settings.reading}
      sections={readable}
      label={t('gatewaySettings.readAll')}
    />
  )
  if (phone) {
    return (
      <div className="settings-choice">
        <Select
          aria-label={t('gatewaySettings.nav')}
          value={active}
          options={sections.map(({ section }) => ({ value: section, label: name(section) }))}
          onChange={(section) =>
            void navigate({ to: paths.smartCpe(device.id), search: { tab: 'settings', section } })
          }
        />
        {readAll}
      </div>
    )
  }
  return (
    <nav className="settings-nav" aria-label={t('gatewaySettings.nav')}>
      <ul>
        {sections.map(({ section, supported, total }) => (
          <li key={section}>
            <a
              href={`#${paths.smartCpeSettings(device.id, section)}`}
              className={supported === 'yes' ? '' : 'settings-nav-none'}
              {...(section === active && { 'aria-current': 'page' as const })}
            >
              <span>{name(section)}</span>
              {(isList(section) || total > 1) && supported === 'yes' && (
                <span className="settings-nav-count">{total}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
      {readAll}
    </nav>
  )
}

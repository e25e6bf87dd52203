import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { parseSearch } from '../../lib/search.ts'
import { useNow } from '../../lib/use-now.ts'
import { useApi, useRefreshReads } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import type { DeviceDetail } from '../../lib/device-row.ts'
import { ChangeBanner } from './change-banner.tsx'
import { useReadOnOpening } from './read-on-opening.ts'
import { SectionNav } from './section-nav.tsx'
import { SectionPanel } from './section-panel.tsx'
import { isOpen, isSection, listRead, type Settings, settingsRead } from './setting.ts'
import { SettingDrawer } from './setting-drawer.tsx'
import { useEditing } from './use-editing.tsx'
import './settings.css'

/** Polls while something is in progress, in case a live event is missed. */
const lookMs = 4_000
/** How long a successful change stays shown. */
const shownMs = 3_600_000

/** The common settings by their familiar terms; the raw tree is beside it. */
export function SettingsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const first = useApi(settingsRead, { deviceId: device.id })
  const underWay = isOpen(first.data?.change) || isOpen(first.data?.reading)
  const read = useApi(settingsRead, { deviceId: device.id }, { refetchInterval: underWay ? lookMs : 30_000 })
  const settings = read.data
  if (settings === undefined) {
    return (
      <Panel>
        <PendingState read={read} />
      </Panel>
    )
  }
  if (settings.dataModelRoot === null) {
    return (
      <Panel>
        <EmptyState title={t('gatewaySettings.noModel')} hint={t('gatewaySettings.noModelHint')} />
      </Panel>
    )
  }
  return <Shown device={device} settings={settings} />
}

function Shown({ device, settings }: { device: DeviceDetail; settings: Settings }) {
  const section = useSection(settings)
  const editing = useEditing(device.id, settings)
  useRereadLists(settings)
  useReadOnOpening(device, settings, section)
  const { change } = settings
  const now = useNow(60_000)
  const stale = change?.state === 'done' && now - Date.parse(change.createdAt) > shownMs
  return (
    <div className="gateway-settings">
      <SectionNav device={device} settings={settings} active={section?.section ?? null} />
      <div className="settings-body">
        {change !== null && !stale && change.state !== 'cancelled' && (
          <ChangeBanner device={device} change={change} onAgain={editing.again} />
        )}
        {section !== undefined && (
          <SectionPanel
            key={section.section}
            device={device}
            settings={settings}
            section={section}
            onEdit={editing.edit}
            onRemove={editing.remove}
          />
        )}
      </div>
      {editing.opened !== null && (
        <SettingDrawer
          deviceId={device.id}
          opened={editing.opened}
          open={editing.open}
          change={change}
          onClose={editing.close}
          onSent={editing.sent}
        />
      )}
    </div>
  )
}

/** The section from the address; else the first that the gateway has. */
function useSection(settings: Settings) {
  const { searchStr } = useLocation()
  const wanted = useMemo(() => parseSearch(searchStr)['section'], [searchStr])
  const chosen = isSection(wanted) ? settings.sections.find(({ section }) => section === wanted) : undefined
  return chosen ?? settings.sections.find(({ supported }) => supported === 'yes') ?? settings.sections[0]
}

/** Lists have their own endpoint: refetched when a read or a change has finished. */
function useRereadLists({ reading, change }: Settings): void {
  const reread = useRefreshReads()
  const stand = [reading?.commandId, reading?.state, change?.commandId, change?.state].join(' ')
  const known = useRef(stand)
  const look = useEffectEvent((now: string) => {
    if (known.current === now) return
    known.current = now
    void reread(listRead)
  })
  useEffect(() => look(stand), [stand])
}

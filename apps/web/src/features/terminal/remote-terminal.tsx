import { useBlocker, useLocation } from '@tanstack/react-router'
import { Button, Select, Tabs } from 'antd'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { AccessDrawer } from './access-drawer.tsx'
import { OpenDrawer } from './open-drawer.tsx'
import { ProfilesDrawer } from './profiles-drawer.tsx'
import { TerminalPane } from './terminal-pane.tsx'
import type { ChosenDevice, TerminalTab } from './terminal-tab.ts'
import './terminal.css'

export function RemoteTerminal() {
  const may = useMay('DMS_SERVER_DEVICE_TERMINAL')
  return may ? <Workspace /> : <NoPermissionState />
}

function Workspace() {
  const { t } = useTranslation()
  const [device, setDevice] = useAddressedDevice()
  const [tabs, setTabs] = useState<readonly TerminalTab[]>([])
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState('')
  const [opening, setOpening] = useState<{ replaces: string | null; reason: string } | null>(null)
  /** The drawer covers them until it has returned the focus. */
  const [covered, setCovered] = useState(false)
  const [setting, setSetting] = useState(false)
  const [sharing, setSharing] = useState(false)
  useStayingWith(tabs.some(({ terminalId }) => !ended.has(terminalId)))

  const close = (terminalId: string) => {
    const left = tabs.filter((tab) => tab.terminalId !== terminalId)
    setTabs(left)
    if (shown === terminalId) setShown(left.at(-1)?.terminalId ?? '')
  }
  const ask = (asked: { replaces: string | null; reason: string }) => {
    setOpening(asked)
    setCovered(true)
  }
  const opened = (tab: TerminalTab) => {
    const replaces = opening?.replaces ?? null
    setTabs((before) =>
      before.some(({ terminalId }) => terminalId === replaces)
        ? before.map((one) => (one.terminalId === replaces ? tab : one))
        : [...before, tab],
    )
    setShown(tab.terminalId)
  }
  const reconnect = (tab: TerminalTab) => {
    setDevice({ id: tab.deviceId, name: tab.deviceName })
    ask({ replaces: tab.terminalId, reason: tab.reason })
  }

  return (
    <div className="terminal-page">
      <header className="terminal-head">
        <h1>{t('shell.titles.remoteTerminal')}</h1>
        <DeviceSelect device={device} onChange={setDevice} />
        <Button type="primary" disabled={device === null} onClick={() => ask({ replaces: null, reason: '' })}>
          {t('terminals.open')}
        </Button>
        <Permission codes={['DMS_SERVER_DEVICE_TERMINAL_EDIT']}>
          <Button disabled={device === null} onClick={() => setSetting(true)}>
            {t('terminals.access')}
          </Button>
        </Permission>
        <Button onClick={() => setSharing(true)}>{t('terminals.profiles')}</Button>
      </header>
      {tabs.length === 0 ? (
        <EmptyState title={t('terminals.none')} hint={t('terminals.noneHint')} />
      ) : (
        <Tabs
          className="terminal-tabs"
          type="editable-card"
          hideAdd
          activeKey={shown}
          onChange={setShown}
          onEdit={(key, action) => {
            if (action === 'remove' && typeof key === 'string') close(key)
          }}
          items={tabs.map((tab) => ({
            key: tab.terminalId,
            label: tab.deviceName,
            children: (
              <TerminalPane
                tab={tab}
                shown={tab.terminalId === shown && !covered}
                onOver={() => setEnded((before) => new Set([...before, tab.terminalId]))}
                onReconnect={() => reconnect(tab)}
              />
            ),
          }))}
        />
      )}
      <ProfilesDrawer open={sharing} onClose={() => setSharing(false)} />
      {device !== null && (
        <>
          <OpenDrawer
            key={`${device.id} ${opening?.replaces ?? ''}`}
            device={device}
            reason={opening?.reason ?? ''}
            open={opening !== null}
            onClose={() => setOpening(null)}
            onGone={() => setCovered(false)}
            onOpened={opened}
          />
          <AccessDrawer device={device} open={setting} onClose={() => setSetting(false)} />
        </>
      )}
    </div>
  )
}

/** The device from the address, until another one is chosen. */
function useAddressedDevice() {
  const searchText = useLocation({ select: (location) => location.searchStr })
  const named = parseSearch(searchText)['device']
  const deviceId = typeof named === 'string' ? named : ''
  const read = useApi('GET /api/v1/device/:deviceId', { deviceId }, { enabled: deviceId !== '' }).data
  const [chosen, setChosen] = useState<ChosenDevice | null>(null)
  const addressed = read === undefined ? null : { id: read.id, name: read.name || read.serialNumber }
  return [chosen ?? addressed, setChosen] as const
}

const offeredDevices = 20

function DeviceSelect(props: { device: ChosenDevice | null; onChange: (device: ChosenDevice) => void }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const found = useApi(
    'POST /api/v1/device/lists',
    { pageSize: offeredDevices, ...(wanted === '' ? {} : { search: wanted }) },
    { keepPrevious: true },
  ).data
  const { device } = props
  const offered = (found?.items ?? []).map(({ id, name, serialNumber }) => ({
    id,
    name: name || serialNumber,
    serialNumber,
  }))
  const options = offered.map(({ id, name, serialNumber }) => ({
    value: id,
    label: name === serialNumber ? name : `${name} · ${serialNumber}`,
  }))
  if (device !== null && options.every(({ value }) => value !== device.id))
    options.push({ value: device.id, label: device.name })
  return (
    <Select
      className="terminal-device"
      aria-label={t('terminals.device')}
      placeholder={t('terminals.chooseDevice')}
      value={device?.id ?? null}
      options={options}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      onChange={(id: string | null) => {
        const chosen = offered.find((one) => one.id === id)
        if (chosen !== undefined) props.onChange({ id: chosen.id, name: chosen.name })
      }}
    />
  )
}

/** Open terminals end with the page: leaving it asks. */
function useStayingWith(open: boolean): void {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const blocker = useBlocker({
    shouldBlockFn: () => open,
    enableBeforeUnload: () => open,
    withResolver: true,
  })
  useEffect(() => {
    if (blocker.status !== 'blocked') return
    void confirm({
      title: t('terminals.leaveTitle'),
      text: t('terminals.leaveText'),
      action: t('terminals.leave'),
    }).then((wanted) => (wanted ? blocker.proceed() : blocker.reset()))
    // oxlint-disable-next-line react/exhaustive-deps -- asked once for each attempt to leave
  }, [blocker.status])
}

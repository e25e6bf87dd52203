import { SearchOutlined } from '@ant-design/icons'
import { deviceMoves } from '@netward/contract/states/device'
import { useLocation } from '@tanstack/react-router'
import { Button, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions.ts'
import { parseSearch } from '../../../lib/search.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx'
import type { DeviceDetail } from '../../../lib/device-row.ts'
import { MoveButton } from '../../../ui/move-button.tsx'
import type { Parameter } from './parameter.ts'
import { ParameterActionsContext, type ParameterActions } from './parameter-actions.ts'
import { ParameterRow } from './parameter-row.tsx'
import { ParameterChildren } from './parameter-tree.tsx'
import { SetParameterDrawer } from './set-parameter-drawer.tsx'
import { useObjectMoves } from './use-object-moves.tsx'
import { useParameterCommands } from './use-parameter-commands.ts'

/** The known data model: a tree loaded level by level, or search results. */
export function ParametersTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const [setting, setSetting] = useState<Parameter | null>(null)
  const mayRead = deviceMoves.readParameters(device)
  const mayWrite = useMay('DMS_SERVER_DEVICE_PARAMETER_SET')
  const commands = useParameterCommands(device.id)
  const objects = useObjectMoves(commands)
  const root = device.dataModelRoot
  const target = useTarget()

  const actions: ParameterActions = {
    target,
    reading: commands.reading,
    writing: commands.writing,
    ...(mayRead === null && { read: (path: string) => commands.read([path]) }),
    ...(mayRead === null && { readNotification: (path: string) => void commands.readNotification(path) }),
    ...(mayWrite &&
      deviceMoves.setParameters(device) === null && {
        set: setSetting,
        setNotification: (path, level) => void commands.setNotification(path, level),
      }),
    ...(mayWrite && deviceMoves.changeObjects(device) === null && objects),
  }

  return (
    <ParameterActionsContext value={actions}>
      <Panel
        title={t('devices.param.tree')}
        actions={
          <search className="parameter-tools">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                setSearch(text.trim())
              }}
            >
              <Input
                aria-label={t('devices.param.search')}
                placeholder={t('devices.param.search')}
                prefix={<SearchOutlined />}
                maxLength={100}
                allowClear
                value={text}
                onChange={(event) => setText(event.target.value)}
                onClear={() => setSearch('')}
              />
              <Button htmlType="submit">{t('common.search')}</Button>
            </form>
            {root !== null && (
              <MoveButton
                refusal={mayRead}
                loading={commands.reading.has(root)}
                onClick={() => commands.read([root])}
              >
                {t('devices.param.readAll')}
              </MoveButton>
            )}
          </search>
        }
      >
        {search === '' ? (
          <ParameterChildren key={target} deviceId={device.id} parent="" level={0} root />
        ) : (
          <Found deviceId={device.id} search={search} />
        )}
      </Panel>
      <SetParameterDrawer
        parameter={setting}
        onClose={() => setSetting(null)}
        onSet={(values, confirmed) => commands.set(values, confirmed)}
      />
    </ParameterActionsContext>
  )
}

/** The parameter from the address: the tree opens at it. */
function useTarget(): string {
  const { searchStr } = useLocation()
  return useMemo(() => {
    const { path } = parseSearch(searchStr)
    return typeof path === 'string' ? path : ''
  }, [searchStr])
}

const pageSize = 100

function Found({ deviceId, search }: { deviceId: string; search: string }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const first = useApi('GET /api/v1/device/:deviceId/parameters', { deviceId, search, page: 1, pageSize })
  if (first.error !== null && first.data === undefined) {
    return <ErrorState error={first.error} onRetry={() => void first.refetch()} />
  }
  if (first.data === undefined) return <LoadingState rows={4} />
  const { total } = first.data
  if (total === 0) return <EmptyState title={t('devices.param.nothingFound')} />
  return (
    <>
      <p className="device-plain device-quiet">{t('devices.param.searchResults', { total })}</p>
      <ul className="parameter-list">
        {Array.from({ length: pages }, (_, index) => (
          <FoundPage key={index + 1} deviceId={deviceId} search={search} page={index + 1} />
        ))}
      </ul>
      {total > pages * pageSize && (
        <Button onClick={() => setPages(pages + 1)}>{t('devices.param.more')}</Button>
      )}
    </>
  )
}

function FoundPage({ deviceId, search, page }: { deviceId: string; search: string; page: number }) {
  const found = useApi('GET /api/v1/device/:deviceId/parameters', { deviceId, search, page, pageSize })
  return (found.data?.items ?? []).map((parameter) => (
    <li key={parameter.path}>
      <ParameterRow parameter={parameter} label={parameter.path} />
    </li>
  ))
}

import { CopyOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Button, Drawer, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copied } from '../../../lib/copied.ts'
import { useFormat } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useApi } from '../../../lib/use-api.ts'
import { ErrorState, LoadingState } from '../../../ui/states.tsx'
import { prettyXml } from './pretty-xml.ts'

type Exchange = EndpointOutput<'GET /api/v1/device/:deviceId/exchanges'>[number]

/** One raw message. Device data: shown as text, never parsed as markup. */
export function ExchangeDrawer(props: { deviceId: string; exchange: Exchange | null; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { exchange } = props
  return (
    <Drawer
      title={exchange === null ? '' : t('devices.exchange.title', { method: exchange.method })}
      open={exchange !== null}
      onClose={props.onClose}
      size={820}
      className="form-drawer"
      destroyOnHidden
    >
      {exchange !== null && (
        <>
          <p className="device-plain device-quiet">
            {t(`devices.exchange.directions.${exchange.direction}`)} · {format.dateTime(exchange.at)} ·{' '}
            {format.bytes(exchange.bytes)}
            {exchange.reason !== null && ` · ${exchange.reason}`}
          </p>
          <Body deviceId={props.deviceId} exchangeId={exchange.id} />
        </>
      )}
    </Drawer>
  )
}

function Body({ deviceId, exchangeId }: { deviceId: string; exchangeId: string }) {
  const { t } = useTranslation()
  const [pretty, setPretty] = useState(true)
  const message = useRef<HTMLPreElement>(null)
  const read = useApi('GET /api/v1/device/:deviceId/exchanges/:exchangeId', { deviceId, exchangeId })
  if (read.error !== null && read.data === undefined) {
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  }
  if (read.data === undefined) return <LoadingState />
  const { body } = read.data
  if (body === '') return <p className="device-plain">{t('devices.exchange.emptyBody')}</p>
  const shown = pretty ? prettyXml(body) : body
  const copy = async () => {
    const byHand = () => {
      if (message.current !== null) window.getSelection()?.selectAllChildren(message.current)
    }
    if (await copied(shown, byHand)) notify.success(t('common.copied'))
  }
  return (
    <div className="exchange-body">
      <div className="exchange-tools">
        <Segmented
          value={pretty ? 'pretty' : 'raw'}
          options={[
            { value: 'pretty', label: t('devices.exchange.pretty') },
            { value: 'raw', label: t('devices.exchange.raw') },
          ]}
          onChange={(value) => setPretty(value === 'pretty')}
        />
        <Button icon={<CopyOutlined />} onClick={() => void copy()}>
          {t('devices.exchange.copyXml')}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reachable by keyboard */}
      <pre ref={message} tabIndex={0}>
        {shown}
      </pre>
    </div>
  )
}

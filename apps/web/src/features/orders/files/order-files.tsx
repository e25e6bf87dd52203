import { DeleteOutlined, FileTextOutlined, PaperClipOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { orderFileLimits } from '@netward/contract/work-order-values'
import { Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/api-client.ts'
import { ApiError, errorText, reportError } from '../../../lib/api-errors.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useFormat } from '../../../lib/format.ts'
import { notify } from '../../../lib/notify.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useStore } from '../../../lib/store.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Panel } from '../../../ui/detail-page.tsx'
import { deliver, underWay } from '../drafts/drafts.ts'
import { shrunk } from '../drafts/shrink-picture.ts'
import { type OrderDetail, orderRead } from '../order.ts'
import './order-files.css'

const listed = 'GET /api/v1/work/order/:orderId/files'
const read = 'GET /api/v1/work/order/:orderId/files/:fileId'
type OrderFile = EndpointOutput<typeof listed>[number]
/** Phones offer the camera for pictures. */
const accepted = 'image/jpeg,image/png,.pdf,.docx,.xlsx,.txt,.csv,.log'

/** Pictures and files of an order. */
export function OrderFiles({ order }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const files = useApi(listed, { orderId: order.id }, { keepPrevious: true }).data
  const pictures = files?.filter(({ isPicture }) => isPicture) ?? []
  const others = files?.filter(({ isPicture }) => !isPicture) ?? []
  const mayRemove = mayEdit && order.state !== 'closed' && order.state !== 'cancelled'
  const ofOrder = { orderId: order.id, mayRemove }
  return (
    <Panel title={t('orders.files')}>
      {files?.length === 0 && <p className="quiet">{t('orders.filesNone')}</p>}
      {pictures.length > 0 && (
        <ul className="order-pictures">
          {pictures.map((file) => (
            <Picture key={file.id} file={file} {...ofOrder} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className="order-files">
          {others.map((file) => (
            <Other key={file.id} file={file} {...ofOrder} />
          ))}
        </ul>
      )}
      {mayEdit && <Add order={order} full={(files?.length ?? 0) >= orderFileLimits.files} />}
    </Panel>
  )
}

interface One {
  file: OrderFile
  orderId: string
  mayRemove: boolean
}

function Picture({ file, orderId, mayRemove }: One) {
  const format = useFormat()
  // A file never changes.
  const shown = useApi(read, { orderId, fileId: file.id }, { staleTime: Number.POSITIVE_INFINITY }).data
  const source = shown === undefined ? undefined : `data:${file.mediaType};base64,${shown.content}`
  return (
    <li>
      <button
        type="button"
        aria-label={file.name}
        onClick={() => shown !== undefined && saveFile(blobOf(shown), file.name)}
      >
        {source !== undefined && <img src={source} alt={file.name} />}
      </button>
      <span className="quiet">
        {file.addedBy} · {format.dateTime(file.addedAt)}
      </span>
      {mayRemove && <Remove file={file} orderId={orderId} />}
    </li>
  )
}

function Other({ file, orderId, mayRemove }: One) {
  const { t } = useTranslation()
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(blobOf(await api(read, { orderId, fileId: file.id })), file.name)
    } catch (error) {
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <Button type="link" size="small" icon={<FileTextOutlined />} loading={busy} onClick={() => void save()}>
        {file.name}
      </Button>
      <span className="quiet">
        {t('orders.fileSize', { size: Math.max(1, Math.round(file.size / 1024)) })} · {file.addedBy} ·{' '}
        {format.dateTime(file.addedAt)}
      </span>
      {mayRemove && <Remove file={file} orderId={orderId} />}
    </li>
  )
}

const blobOf = ({ content, mediaType }: EndpointOutput<typeof read>): Blob =>
  new Blob([Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))], { type: mediaType })

function Remove({ file, orderId }: { file: OrderFile; orderId: string }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/work/order/:orderId/files/:fileId', { refresh: [listed, orderRead] })
  return (
    <Button
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      aria-label={t('orders.fileRemoveOf', { name: file.name })}
      onClick={() =>
        void confirm({
          title: t('orders.fileRemoveOf', { name: file.name }),
          text: t('orders.fileRemoveText'),
          action: t('orders.fileRemove'),
          act: () => remove.mutateAsync({ orderId, fileId: file.id }),
        })
      }
    />
  )
}

function Add({ order, full }: { order: OrderDetail; full: boolean }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const now = useStore(underWay)
  const send = async (files: readonly File[]) => {
    setProblem(null)
    setBusy(true)
    try {
      const small = await Promise.all(files.map(shrunk))
      if (small.some(({ size }) => size > orderFileLimits.megabytes * 2 ** 20))
        return setProblem(t('errors.file.too_large', { size: orderFileLimits.megabytes }))
      const contents = await Promise.all(
        small.map(async (file) => ({
          kind: 'file' as const,
          name: file.name,
          mediaType: file.type,
          bytes: await file.arrayBuffer(),
        })),
      )
      if ((await deliver(order, contents)) === 'sent') notify.success(t('orders.filesAdded'))
      else notify.info(t('drafts.kept'))
    } catch (error) {
      if (error instanceof ApiError && !error.reported) {
        error.reported = true
        setProblem(error.fields[0]?.message ?? errorText(error))
      } else reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="order-file-add">
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accepted}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          void send(files)
        }}
      />
      <Button
        icon={<PaperClipOutlined />}
        disabled={full}
        loading={busy}
        onClick={() => input.current?.click()}
      >
        {t('orders.filesAdd')}
      </Button>
      <span className="quiet">{t('orders.filesHint', { size: orderFileLimits.megabytes })}</span>
      {busy && now !== null && <Progress percent={Math.round(now.share * 100)} size="small" />}
      {problem !== null && (
        <p role="alert" className="order-file-problem">
          {problem}
        </p>
      )}
    </div>
  )
}

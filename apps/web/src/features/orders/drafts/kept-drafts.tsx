import { Button, Progress } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { paths } from '../../../lib/paths.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useStore } from '../../../lib/store.ts'
import { useRefreshReads } from '../../../lib/use-api.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { Panel } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { orderRead } from '../order.ts'
import type { Draft } from './draft-store.ts'
import { discardDraft, drafts, sendAgain, sendDrafts, sent, underWay } from './drafts.ts'
import './kept-drafts.css'

const files = 'GET /api/v1/work/order/:orderId/files'

/** Notes and files that this phone keeps: those of one order in full, those of others by name. */
export function KeptDrafts({ orderId = null }: { orderId?: string | null }) {
  const { t } = useTranslation()
  const all = useStore(drafts)
  const refresh = useRefreshReads()
  const count = useStore(sent)
  useEffect(() => {
    if (count > 0) void refresh(files, orderRead)
    // oxlint-disable-next-line react/exhaustive-deps -- only when another one has been sent
  }, [count])
  if (all.length === 0) return null
  const here = all.filter((draft) => draft.orderId === orderId)
  const elsewhere = new Map(
    all.filter((draft) => draft.orderId !== orderId).map((draft) => [draft.orderId, draft.orderName]),
  )
  const tryNow = async () => {
    const refused = await sendDrafts()
    if (refused.size === 0 && drafts.get().some(({ refusal }) => refusal === null))
      notify.info(t('drafts.stillOffline'))
  }
  return (
    <Panel
      title={t('drafts.title', { count: all.length })}
      actions={
        <Button size="small" onClick={() => void tryNow()}>
          {t('drafts.sendNow')}
        </Button>
      }
    >
      <p className="quiet">{t('drafts.hint')}</p>
      <ul className="kept-drafts">
        {here.map((draft) => (
          <Kept key={draft.id} draft={draft} />
        ))}
      </ul>
      {elsewhere.size > 0 && (
        <p className="kept-elsewhere">
          {orderId !== null && t('drafts.elsewhere')}
          {[...elsewhere].map(([id, name]) => (
            <RowLink key={id} to={paths.order(id)}>
              {name}
            </RowLink>
          ))}
        </p>
      )}
    </Panel>
  )
}

function Kept({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  const { content, refusal } = draft
  const now = useStore(underWay)
  const isNow = now?.id === draft.id
  return (
    <li>
      {content.kind === 'note' ? <Note content={content} /> : <FileShown content={content} />}
      <div className="kept-state">
        <StatusTag tone={refusal !== null ? 'bad' : isNow ? 'busy' : 'waiting'}>
          {t(refusal !== null ? 'drafts.refused' : isNow ? 'drafts.sending' : 'drafts.waiting')}
        </StatusTag>
        {refusal !== null && <span>{refusal}</span>}
        {refusal !== null && (
          <Button size="small" onClick={() => void sendAgain(draft)}>
            {t('drafts.sendAgain')}
          </Button>
        )}
        {!isNow && <Discard draft={draft} />}
      </div>
      {isNow && content.kind === 'file' && <Progress percent={Math.round(now.share * 100)} size="small" />}
    </li>
  )
}

type Content<Kind> = Extract<Draft['content'], { kind: Kind }>

function Note({ content: { note, internal } }: { content: Content<'note'> }) {
  const { t } = useTranslation()
  return (
    <>
      <strong>{t(internal ? 'drafts.internalNote' : 'drafts.note')}</strong>
      <blockquote>{note}</blockquote>
    </>
  )
}

function FileShown({ content: { name, mediaType, bytes } }: { content: Content<'file'> }) {
  const { t } = useTranslation()
  const blob = useMemo(() => new Blob([bytes], { type: mediaType }), [bytes, mediaType])
  const url = useDataUrl(mediaType.startsWith('image/') ? blob : null)
  return (
    <div className="kept-file">
      {url !== null && <img src={url} alt={name} />}
      <strong>{name}</strong>
      <Button size="small" type="text" onClick={() => saveFile(blob, name)}>
        {t('drafts.save')}
      </Button>
    </div>
  )
}

/** The content security policy shows pictures of this kind alone. */
function useDataUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === null) return undefined
    const reader = new FileReader()
    reader.addEventListener('load', () => setUrl(reader.result as string))
    reader.readAsDataURL(blob)
    return () => reader.abort()
  }, [blob])
  return url
}

function Discard({ draft: { id, content } }: { draft: Draft }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const title = t('drafts.discardOf', { name: content.kind === 'note' ? t('drafts.note') : content.name })
  return (
    <Button
      size="small"
      type="text"
      aria-label={title}
      onClick={() =>
        void confirm({
          title,
          text: t('drafts.discardText'),
          action: t('drafts.discard'),
          act: () => discardDraft(id),
        })
      }
    >
      {t('drafts.discard')}
    </Button>
  )
}

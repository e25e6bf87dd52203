import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { CopyBlock } from '../../ui/copy-block.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { pretty } from './answer-steps.tsx'

/** Each call for an answer as it left, with what was masked in it. */
export function SentDrawer(props: { messageId: string; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      title={t('conversations.sent')}
      open={props.open}
      onClose={props.onClose}
      size={640}
      destroyOnHidden
      className="sent-drawer"
    >
      {props.open && <Sent messageId={props.messageId} />}
    </Drawer>
  )
}

function Sent({ messageId }: { messageId: string }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const read = useApi('GET /api/v1/assistant/message/:messageId/sent', { messageId })
  const maskName = (kind: string) => {
    const path = `conversations.masks.${kind}`
    return i18n.exists(path) ? t(path as 'conversations.masks.names') : kind
  }
  if (read.data === undefined) return <PendingState read={read} rows={8} />
  if (read.data.length === 0) return <EmptyState title={t('conversations.sentNothing')} />
  return (
    <>
      <p className="quiet">{t('conversations.sentHint')}</p>
      {read.data.map((call, place) => (
        <section key={place} className="sent-call">
          <h3>
            {t('conversations.sentCall', { number: place + 1 })}
            {call.isAbroad && <StatusTag tone="warn">{t('assistant.abroad')}</StatusTag>}
          </h3>
          <p>{[call.service, call.model, format.dateTime(call.at)].join(' · ')}</p>
          <p>
            {call.masked.length === 0
              ? t('conversations.maskedNothing')
              : t('conversations.maskedHere', {
                  what: call.masked
                    .map(({ kind, count }) => `${maskName(kind)} ${format.number(count)}`)
                    .join(' · '),
                })}
          </p>
          <CopyBlock title={t('conversations.request')} text={pretty(call.request)} />
        </section>
      ))}
    </>
  )
}

import { DeleteOutlined, EditOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Form, Input, Modal } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { conversationList, conversationRead, type ConversationRow } from './thread.ts'

const pageSize = 30

/** The person's conversations, the last one first. */
export function ConversationList(props: {
  current: string | null
  onChoose: (conversationId: string | null) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [renamed, setRenamed] = useState<ConversationRow | null>(null)
  const search = useDeferredValue(typed.trim())
  const read = useApi(
    conversationList,
    { page, pageSize, sort: '-updatedAt', ...(search !== '' && { search }) },
    { keepPrevious: true },
  )
  const { data } = read
  const hasNext = data !== undefined && (data.totalCapped || page * pageSize < data.total)
  return (
    <nav className="conversation-list" aria-label={t('conversations.history')}>
      <Input
        allowClear
        aria-label={t('conversations.searchHistory')}
        placeholder={t('conversations.searchHistory')}
        prefix={<SearchOutlined aria-hidden="true" />}
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setPage(1)
        }}
      />
      {data === undefined ? (
        <PendingState read={read} rows={6} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title={t('conversations.none')}
          {...(search === '' ? { hint: t('conversations.noneHint') } : { onClear: () => setTyped('') })}
        />
      ) : (
        <ul>
          {data.items.map((row) => (
            <Row
              key={row.id}
              row={row}
              isCurrent={row.id === props.current}
              onChoose={props.onChoose}
              onRename={() => setRenamed(row)}
            />
          ))}
        </ul>
      )}
      {(page > 1 || hasNext) && (
        <div className="conversation-pages">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('common.previousPage')}
          </Button>
          <Button size="small" disabled={!hasNext} onClick={() => setPage(page + 1)}>
            {t('common.nextPage')}
          </Button>
        </div>
      )}
      <RenameDialog row={renamed} onClose={() => setRenamed(null)} />
    </nav>
  )
}

function Row(props: {
  row: ConversationRow
  isCurrent: boolean
  onChoose: (conversationId: string | null) => void
  onRename: () => void
}) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const remove = useAct('DELETE /api/v1/assistant/conversation/:conversationId', {
    refresh: [conversationList],
  })
  const { row, isCurrent, onChoose } = props
  return (
    <li className={isCurrent ? 'conversation-current' : ''}>
      <button
        type="button"
        className="conversation-open"
        {...(isCurrent && { 'aria-current': 'true' as const })}
        onClick={() => onChoose(row.id)}
      >
        <strong>{row.title}</strong>
        <span className="quiet">
          <RelativeTime at={row.updatedAt} />
          {` · ${t('conversations.questionCount', { count: row.messages })}`}
        </span>
      </button>
      <Button
        type="text"
        size="small"
        icon={<EditOutlined aria-hidden="true" />}
        aria-label={t('conversations.renameOf', { title: row.title })}
        title={t('conversations.rename')}
        onClick={props.onRename}
      />
      <Button
        type="text"
        size="small"
        icon={<DeleteOutlined aria-hidden="true" />}
        aria-label={t('conversations.deleteOf', { title: row.title })}
        title={t('common.delete')}
        onClick={() =>
          void confirm({
            title: t('conversations.deleteTitle', { title: row.title }),
            text: t('conversations.deleteText'),
            action: t('common.delete'),
            act: async () => {
              await remove.mutateAsync({ conversationId: row.id })
              if (isCurrent) onChoose(null)
            },
          })
        }
      />
    </li>
  )
}

function RenameDialog({ row, onClose }: { row: ConversationRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ title: string }>()
  const rename = useAct('PUT /api/v1/assistant/conversation/:conversationId', {
    refresh: [conversationList, conversationRead],
  })
  return (
    <Modal
      title={t('conversations.rename')}
      open={row !== null}
      destroyOnHidden
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={rename.isPending}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      {row !== null && (
        <Form
          key={row.id}
          form={form}
          layout="vertical"
          initialValues={{ title: row.title }}
          onFinish={({ title }) => {
            rename.mutateAsync({ conversationId: row.id, title: title.trim() }).then(onClose, () => undefined)
          }}
        >
          <Form.Item
            name="title"
            label={t('conversations.title')}
            rules={[{ required: true, whitespace: true, message: t('conversations.titleEmpty') }]}
          >
            <Input maxLength={100} />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}

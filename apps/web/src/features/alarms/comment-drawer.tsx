import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { useAlarmActs } from './use-alarm-acts.ts'

/** A comment for the timeline; with an acknowledgement it may be left out. */
export function CommentDrawer(props: {
  ids: readonly string[]
  kind: 'acknowledge' | 'comment'
  open: boolean
  onClose: () => void
  onDone: (refused: Awaited<ReturnType<ReturnType<typeof useAlarmActs>>>) => void
}) {
  const { t } = useTranslation()
  const act = useAlarmActs()
  const { ids, kind } = props
  return (
    <FormDrawer<{ comment: string }>
      title={t(`alarms.acts.${kind}`)}
      open={props.open}
      onClose={props.onClose}
      initialValues={{ comment: '' }}
      savedText={false}
      submitText={t(`alarms.acts.${kind}`)}
      onSubmit={async ({ comment }) => {
        const text = comment.trim()
        props.onDone(
          await act(
            ids,
            kind === 'comment' ? { kind, comment: text } : { kind, ...(text !== '' && { comment: text }) },
          ),
        )
      }}
    >
      {kind === 'acknowledge' && <p className="quiet">{t('alarms.acknowledgeHint')}</p>}
      <Form.Item
        name="comment"
        label={t('alarms.comment')}
        rules={
          kind === 'comment' ? [{ required: true, whitespace: true, message: t('alarms.commentEmpty') }] : []
        }
      >
        <Input.TextArea rows={4} maxLength={1000} showCount />
      </Form.Item>
    </FormDrawer>
  )
}

import { DislikeFilled, DislikeOutlined, LikeFilled, LikeOutlined } from '@ant-design/icons'
import { feedbackReasons } from '@netward/contract/conversation-values'
import type { AssistantMessage } from '@netward/contract/conversations'
import { Form, Input, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { SmallAct } from './small-act.tsx'

type Given = NonNullable<AssistantMessage['feedback']>

/** Whether the answer helped; if not, why. */
export function Feedback(props: { message: AssistantMessage; onGiven: (message: AssistantMessage) => void }) {
  const { t } = useTranslation()
  const { message, onGiven } = props
  const give = useAct('POST /api/v1/assistant/message/:messageId/feedback')
  const [isAsked, setAsked] = useState(false)
  const [form] = Form.useForm<Omit<Given, 'isGood'>>()
  const send = async (feedback: Given) => {
    await give.mutateAsync({ messageId: message.id, ...feedback })
    onGiven({ ...message, feedback })
    notify.success(t('conversations.feedbackThanks'))
  }
  const given = message.feedback?.isGood
  return (
    <>
      <SmallAct
        icon={given === true ? <LikeFilled aria-hidden="true" /> : <LikeOutlined aria-hidden="true" />}
        label={t('conversations.good')}
        aria-pressed={given === true}
        disabled={give.isPending}
        onClick={() => void send({ isGood: true, reason: null, comment: '' }).catch(() => undefined)}
      />
      <SmallAct
        icon={given === false ? <DislikeFilled aria-hidden="true" /> : <DislikeOutlined aria-hidden="true" />}
        label={t('conversations.bad')}
        aria-pressed={given === false}
        disabled={give.isPending}
        onClick={() => setAsked(true)}
      />
      <Modal
        title={t('conversations.badTitle')}
        open={isAsked}
        destroyOnHidden
        okText={t('conversations.sendFeedback')}
        cancelText={t('common.cancel')}
        confirmLoading={give.isPending}
        onCancel={() => setAsked(false)}
        onOk={() => form.submit()}
      >
        <Form
          form={form}
          layout="vertical"
          initialValues={{
            reason: message.feedback?.reason ?? 'wrong',
            comment: message.feedback?.comment ?? '',
          }}
          onFinish={({ reason, comment }) => {
            send({ isGood: false, reason, comment: comment.trim() }).then(
              () => setAsked(false),
              () => undefined,
            )
          }}
        >
          <Form.Item name="reason" label={t('conversations.badReason')}>
            <Radio.Group
              className="feedback-reasons"
              options={feedbackReasons.map((value) => ({
                value,
                label: t(`conversations.feedbackReasons.${value}`),
              }))}
            />
          </Form.Item>
          <Form.Item name="comment" label={t('conversations.comment')}>
            <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}

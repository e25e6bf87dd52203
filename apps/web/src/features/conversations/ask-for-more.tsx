import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'

const own = 'GET /api/v1/assistant/request'

/** Asks the administrators for more, once a budget is used up; nothing while there is some left. */
export function AskForMore() {
  const { t } = useTranslation()
  const { data } = useApi(own, {})
  const [isOpen, setOpen] = useState(false)
  const [form] = Form.useForm<{ reason: string }>()
  const ask = useAct('POST /api/v1/assistant/request', { refresh: [own] })
  const send = async (reason: string) => {
    try {
      await ask.mutateAsync({ reason: reason.trim() })
      setOpen(false)
      notify.success(t('conversations.moreAsked'))
    } catch {
      // The client has reported it.
    }
  }
  if (data === undefined || data.used === null) return null
  if (data.requests.some(({ state }) => state === 'open'))
    return <p className="quiet">{t('conversations.moreAsked')}</p>
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('conversations.askForMore')}</Button>
      <Modal
        title={t('conversations.askForMore')}
        open={isOpen}
        destroyOnHidden
        okText={t('conversations.askForMoreSend')}
        cancelText={t('common.cancel')}
        confirmLoading={ask.isPending}
        onCancel={() => setOpen(false)}
        onOk={() => form.submit()}
      >
        <Form form={form} layout="vertical" onFinish={({ reason }) => void send(reason)}>
          <Form.Item
            name="reason"
            label={t('conversations.moreReason')}
            rules={[{ required: true, whitespace: true, message: t('conversations.moreReasonEmpty') }]}
          >
            <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
          </Form.Item>
        </Form>
      </Modal>
    </>
  )
}

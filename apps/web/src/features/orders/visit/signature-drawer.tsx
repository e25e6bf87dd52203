import { Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../../lib/api-client.ts'
import { useRefreshReads } from '../../../lib/use-api.ts'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import type { OrderDetail } from '../order.ts'
import { afterSite } from './site.ts'
import { SignaturePad } from './signature-pad.tsx'

/** The customer signs on the engineer's phone. */
export function SignatureDrawer(props: { order: OrderDetail; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const { order, open, onClose } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const refresh = useRefreshReads()
  const [signed, setSigned] = useState(false)
  return (
    <FormDrawer<{ signer: string }>
      title={t('fieldWork.sign')}
      open={open}
      onClose={onClose}
      initialValues={{ signer: order.contactName }}
      blocked={signed ? undefined : t('fieldWork.signEmpty')}
      onSubmit={async ({ signer }) => {
        const picture = await new Promise<Blob | null>((resolve) => {
          canvas.current?.toBlob(resolve, 'image/png')
        })
        if (picture === null) return
        await apiUpload(
          'POST /api/v1/work/order/:orderId/signature/file',
          new File([picture], 'signature.png', { type: 'image/png' }),
          { orderId: order.id, signer: signer.trim() },
          { errors: 'caller' },
        )
        for (const key of afterSite) await refresh(key)
      }}
    >
      <Form.Item
        name="signer"
        label={t('fieldWork.signer')}
        rules={[{ required: true, whitespace: true, message: t('fieldWork.signerEmpty') }]}
      >
        <Input maxLength={100} />
      </Form.Item>
      <SignaturePad canvas={canvas} onChange={setSigned} />
    </FormDrawer>
  )
}

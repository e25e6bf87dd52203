import { Checkbox, Form, type FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { useApi } from '../../../lib/use-api.ts'

export const allowanceRead = 'GET /api/v1/work/order/allowance'

/** How many free work orders of the package are left; beyond them the price, which its author confirms. */
export function AllowanceItems<Values extends { outletId?: string | undefined; price: number | null }>({
  form,
  subject,
  open,
  actingIn,
}: {
  form: FormInstance<Values>
  subject: { alarmId?: string; deviceId?: string; lineId?: string; outletId?: string }
  open: boolean
  /** The company of the order, where another one than that acted in is chosen. */
  actingIn?: string | undefined
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const outletId = Form.useWatch('outletId', form) as string | undefined
  const about = Object.keys(subject).length > 0 || outletId === undefined ? subject : { outletId }
  const answer = useApi(allowanceRead, about, { enabled: open, keepPrevious: true, actingIn }).data
  if (answer === undefined || answer.free === null) return null
  const { used, free, price, resetsOn } = answer
  const left = Math.max(0, free - used)
  if (free === 0 && price === null) return null
  return (
    <>
      {free > 0 && (
        <p className="quiet order-level">
          {t(left > 0 ? 'orderCosts.free' : 'orderCosts.usedUp', { left, free, resetsOn })}
        </p>
      )}
      {price !== null && (
        <Form.Item
          name={'price' as never}
          valuePropName="checked"
          getValueProps={(value: number | null) => ({ checked: value === price })}
          getValueFromEvent={({ target }: { target: { checked: boolean } }) =>
            target.checked ? price : null
          }
        >
          <Checkbox onChange={() => form.setFields([{ name: 'price' as never, errors: [] }])}>
            {t('orderCosts.confirm', { price: format.number(price) })}
          </Checkbox>
        </Form.Item>
      )}
    </>
  )
}

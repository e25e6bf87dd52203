import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../lib/use-api.ts'
import { useAssignees } from './use-assignees.ts'

/** To whom: engineers in the order of the rule, saying whether they fit, then other people. */
export function AssigneeItem({ orderId, open }: { orderId: string; open: boolean }) {
  const { t } = useTranslation()
  const { people, onSearch } = useAssignees({ orderId, enabled: open })
  const engineers = useApi('GET /api/v1/work/order/:orderId/engineers', { orderId }, { enabled: open }).data
  const fits = new Map(
    (engineers ?? []).map(({ personId, refusals, free }, rank) => [
      personId,
      {
        rank,
        text:
          refusals.length > 0
            ? refusals.map((why) => t(`fieldWork.refusals.${why}`)).join(', ')
            : `${t('fieldWork.fit')}, ${t(free ? 'fieldWork.free' : 'fieldWork.busy')}`,
      },
    ]),
  )
  const rankOf = (personId: string) => fits.get(personId)?.rank ?? Number.MAX_SAFE_INTEGER
  return (
    <Form.Item
      name="to"
      label={t('orders.assignTo')}
      rules={[{ required: true, message: t('orders.assignEmpty') }]}
    >
      <Select
        placeholder={t('common.pleaseSelect')}
        showSearch={{ filterOption: false, onSearch }}
        options={people
          .toSorted((one, other) => rankOf(one.personId) - rankOf(other.personId))
          .map(({ personId, name, companyName, openOrders }) => ({
            value: personId,
            label: [
              name,
              companyName,
              t('orders.openOrders', { count: openOrders }),
              fits.get(personId)?.text,
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
      />
    </Form.Item>
  )
}

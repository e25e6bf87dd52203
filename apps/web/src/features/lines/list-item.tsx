import { linkTestLimits } from '@netward/contract/link-tests'
import { Form, Select } from 'antd'

/** Several short texts, typed or pasted one after the other. */
export function ListItem({
  name,
  label,
  hint,
  most,
}: {
  name: string
  label: string
  hint: string
  most: number
}) {
  return (
    <Form.Item name={name} label={label} extra={hint}>
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        maxCount={most}
        tokenSeparators={[',', '，', ';', '；', ' ']}
      />
    </Form.Item>
  )
}

const { min, max } = linkTestLimits.statuses

/** What is no number stays one that the server refuses by name. */
export const statusesOf = (texts: readonly string[]): number[] =>
  texts.map((text) => {
    const status = Number(text)
    return Number.isInteger(status) && status >= min && status <= max ? status : 0
  })

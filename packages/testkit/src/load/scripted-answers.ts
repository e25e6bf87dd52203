const pattern = {
  id: /<(?:[\w-]+:)?ID\b[^>]*>([^<]*)</,
  method: /<(?:[\w-]+:)?Body\b[^>]*>\s*<(?:[\w-]+:)?(\w+)/,
  texts: /<string[^>]*>([^<]*)<\/string>/g,
  path: /<(?:ParameterPath|ObjectName)[^>]*>([^<]*)</,
}

const head = (id: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:cwmp="urn:dslforum-org:cwmp-1-2"><soap:Header><cwmp:ID soap:mustUnderstand="1">${id}</cwmp:ID></soap:Header><soap:Body>`
const tail = '</soap:Body></soap:Envelope>'

/** Branches below the root: their names are requested one after the other. */
const branches = ['DeviceInfo.', 'ManagementServer.', 'NAT.']
const inBranch = Array.from({ length: 12 }, (_, index) => `Parameter${index + 1}`)

const value = (name: string) =>
  `<ParameterValueStruct><Name>${name}</Name><Value xsi:type="xsd:string">as-made</Value></ParameterValueStruct>`
const info = (name: string) =>
  `<ParameterInfoStruct><Name>${name}</Name><Writable>1</Writable></ParameterInfoStruct>`

/**
 * Responses of a gateway that accepts everything, built by string concatenation: a load generator on the
 * machine under test must cost next to nothing. Tables start empty and grow; every other parameter stays
 * constant.
 */
export class ScriptedAnswers {
  readonly #root: string
  #instances = 0

  constructor(root: string) {
    this.#root = root
  }

  /** Null for unknown requests. */
  answer(call: string): string | null {
    const id = pattern.id.exec(call)?.[1] ?? ''
    const method = pattern.method.exec(call)?.[1] ?? ''
    const said = this.#said(method, call)
    return said === null ? null : `${head(id)}<cwmp:${method}Response>${said}</cwmp:${method}Response>${tail}`
  }

  #said(method: string, call: string): string | null {
    switch (method) {
      case 'GetParameterNames': {
        const path = pattern.path.exec(call)?.[1] ?? ''
        const names =
          path === this.#root ? branches.map((name) => path + name) : inBranch.map((name) => path + name)
        return `<ParameterList soapenc:arrayType="cwmp:ParameterInfoStruct[${names.length}]">${names.map(info).join('')}</ParameterList>`
      }
      case 'GetParameterValues': {
        const asked = Array.from(call.matchAll(pattern.texts), ([, name = '']) => name)
        const names = asked.flatMap((name) => {
          if (!name.endsWith('.')) return [name]
          return branches.includes(name.slice(this.#root.length)) && !name.endsWith('NAT.')
            ? inBranch.map((one) => name + one)
            : []
        })
        return `<ParameterList soapenc:arrayType="cwmp:ParameterValueStruct[${names.length}]">${names.map(value).join('')}</ParameterList>`
      }
      case 'AddObject':
        this.#instances += 1
        return `<InstanceNumber>${this.#instances}</InstanceNumber><Status>0</Status>`
      case 'SetParameterValues':
      case 'DeleteObject':
        return '<Status>0</Status>'
      case 'SetParameterAttributes':
        return ''
      default:
        return null
    }
  }
}

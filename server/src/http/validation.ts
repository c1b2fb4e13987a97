import type { FastifySchemaValidationError } from 'fastify'

/** A sentence for a person, and one per field that needs mending where the failure is of fields. */
export function describeFailure(
  errors: readonly FastifySchemaValidationError[],
): [message: string, fields?: Record<string, string>] {
  const fields: Record<string, string> = {}
  for (const error of errors) {
    const field = fieldOf(error)
    if (field && !fields[field]) fields[field] = `${nameOf(field)} ${complaint(error)}.`
  }
  const sentences = Object.values(fields)
  return sentences.length > 0
    ? [sentences.join(' '), fields]
    : ['What was sent does not have the form that this call takes.']
}

function fieldOf({ instancePath, keyword, params }: FastifySchemaValidationError): string {
  const path = instancePath.split('/').filter(Boolean)
  if (keyword === 'required') {
    const missing = params.requiredProperties ?? params.missingProperty
    path.push(String(Array.isArray(missing) ? missing[0] : missing))
  }
  return path.join('.')
}

function complaint({ keyword, params, message }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'required':
      return 'is required'
    case 'minLength':
      return params.limit === 1 ? 'is required' : `must have at least ${params.limit} characters`
    case 'maxLength':
      return `can have at most ${params.limit} characters`
    case 'type':
      return params.type === 'string' ? 'must be text' : `must be of the type ${params.type}`
    case 'enum':
    case 'const':
    case 'anyOf':
      return 'is not one of the accepted values'
    default:
      return message ?? 'has the wrong form'
  }
}

/** `donorName` reads "Donor name". */
function nameOf(field: string): string {
  const words = (field.split('.').at(-1) ?? field).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

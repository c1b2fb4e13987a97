import { type Static, Type } from 'typebox'
import { Done, success } from '../base/envelope-schemas.ts'
import { LANGUAGES } from '../base/language.ts'
import { VersionField } from '../records/version-schemas.ts'
import { DONATION_RIGHTS } from './donation-rights.ts'

export const AdminRole = Type.Union([Type.Literal('admin'), Type.Literal('superadmin')], { title: 'Role' })
export type AdminRole = Static<typeof AdminRole>

/** Beyond the specification. Omitted: all rights of the section Donations. */
const DonationRights = Type.Array(Type.Enum([...DONATION_RIGHTS]), { title: 'Rights in donations', maxItems: 10 })

/** Never contains the password. `createdAt` is UTC ISO 8601. */
export const Admin = Type.Object({
  _id: Type.String(),
  username: Type.String(),
  email: Type.String(),
  role: AdminRole,
  sections: Type.Array(Type.String()),
  donationRights: Type.Optional(DonationRights),
  createdAt: Type.String(),
  ...VersionField,
})
export type Admin = Static<typeof Admin>

/** Limits in bytes and in files per call, so that the panel can check them before an upload. */
export const UploadLimits = Type.Object({
  photoBytes: Type.Integer(),
  photoFiles: Type.Integer(),
  videoBytes: Type.Integer(),
})
export type UploadLimits = Static<typeof UploadLimits>

const Language = Type.Enum(LANGUAGES.map(({ code }) => code))

/** All fields besides those of `Admin` are beyond the specification. */
export const CurrentAdmin = Type.Object({
  ...Admin.properties,
  /** 0 for the calls of the specification alone, 1 for all calls of the contract. */
  level: Type.Integer(),
  uploadLimits: Type.Optional(UploadLimits),
  /** Days for which a deleted record can be restored; on backends of level 1. */
  trashDays: Type.Optional(Type.Integer()),
  /** If true, most calls return 403 until the password is changed. */
  mustChangePassword: Type.Optional(Type.Boolean()),
  /** If true, most calls return 403 until the second step of sign-ins is set up. */
  mustSetUpSecondStep: Type.Optional(Type.Boolean()),
  /** The panel's language, once the user has chosen one. */
  language: Type.Optional(Language),
})
export type CurrentAdmin = Static<typeof CurrentAdmin>

/** With Dashboard but without Admin, a caller gets only three fields, enough to count accounts. */
export const AdminListEntry = Type.Union([Admin, Type.Pick(Admin, ['_id', 'username', 'role'])])
export type AdminListEntry = Static<typeof AdminListEntry>

export const getCurrentAdmin = {
  about: {
    summary: 'The signed-in account.',
    onFailure: 'The panel treats the user as signed out and shows the login screen.',
  },
  response: Type.Object({
    ...CurrentAdmin.properties,
    level: Type.Optional(CurrentAdmin.properties.level),
    /** For panels of the previous version; remove with the next one. */
    capabilities: Type.Optional(Type.Array(Type.String())),
  }),
}
export const setLanguage = {
  about: {
    summary: "Keeps the panel's language with the caller's account.",
    onFailure: 'The choice holds in this browser alone.',
    level: 1,
  },
  body: Type.Object({ language: Language }),
  response: Done,
}
export const listAdmins = {
  about: {
    summary: 'All accounts of role admin. Without the Admin section, only the fields that a count needs.',
    onFailure: 'Admin Management shows “Failed to fetch admins”; the card on the dashboard shows a dash.',
  },
  response: success(Type.Array(AdminListEntry)),
}

/** For superadmins only (reading A15). */
export const listSuperadmins = {
  about: {
    summary: 'The other superadmins. Only a superadmin may call it.',
    onFailure: 'Admin Management shows the failure below its list.',
    level: 1,
  },
  response: success(Type.Array(Admin)),
}

export const USERNAME_MAX = 100
/** RFC 5321, section 4.5.3.1.3. */
export const EMAIL_MAX = 254
/** Limits the work of hashing. */
export const PASSWORD_MAX = 1000

const AdminAddress = Type.Object({ id: Type.String({ minLength: 1, maxLength: 100 }) })

const AdminForm = {
  username: Type.String({ title: 'Username', maxLength: USERNAME_MAX }),
  email: Type.String({ title: 'Email', maxLength: EMAIL_MAX }),
  password: Type.String({ title: 'Password', maxLength: PASSWORD_MAX }),
  role: AdminRole,
  /** Keys of `section.ts`; empty for a superadmin. */
  sections: Type.Array(Type.String({ maxLength: 100 }), { title: 'Sections', maxItems: 50 }),
  /** Null gives all. Used for an account of role admin with Donations alone. */
  donationRights: Type.Optional(Type.Union([DonationRights, Type.Null()])),
}

/** `role` defaults to admin, `sections` to none (specification, section 5). */
export const addAdmin = {
  about: {
    summary: 'Creates an account.',
    isCreation: true as const,
    onFailure: 'A toast shows “Failed to save admin”; the form keeps its input and shows the reason.',
    refusals: {
      409: 'The username is taken or looks the same as another, or the Idempotency-Key was used for another call.',
    },
  },
  body: Type.Object({
    ...AdminForm,
    role: Type.Optional(AdminForm.role),
    sections: Type.Optional(AdminForm.sections),
  }),
  response: success(Admin),
}

/**
 * Omitted fields and a blank password change nothing. For the caller's own account, only `username`
 * and `email` are used.
 */
export const updateAdmin = {
  about: {
    summary: "Changes another account or the caller's own profile.",
    isVersioned: true as const,
    onFailure:
      'A toast shows “Failed to save admin”, on the profile page “Failed to update profile”; the form keeps its input and shows the reason.',
    refusals: {
      403: 'The section Admin or a right is missing; or a new e-mail of the own account needs a code (`code_required`).',
      409: 'The username is taken, or looks the same as another.',
    },
  },
  params: AdminAddress,
  body: Type.Partial(Type.Object(AdminForm)),
  response: success(Admin),
}

export const deleteAdmin = {
  about: {
    summary: 'Deletes an account and ends its sessions.',
    onFailure: 'The page shows “Error!” and “Failed to delete admin.”; the row stays.',
  },
  params: AdminAddress,
  response: Done,
}

/** Changes the caller's password and ends their other sessions. */
export const updatePassword = {
  about: {
    summary: "Changes the caller's password and ends the account's other sessions.",
    onFailure: 'The form shows the response’s message, or “Failed to update password. Please try again.”',
    refusals: {
      409: 'The password was changed meanwhile.',
      429: 'The current password was wrong too many times.',
    },
  },
  body: Type.Object({
    oldPassword: Type.String({ title: 'Current password', maxLength: PASSWORD_MAX }),
    newPassword: Type.String({ title: 'New password', maxLength: PASSWORD_MAX }),
    confirmPassword: Type.String({ title: 'Confirm new password', maxLength: PASSWORD_MAX }),
  }),
  response: Done,
}

"""What people sign in and sign with beside a password: sign-in links, badges with PINs, authenticators."""

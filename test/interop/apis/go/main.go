package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
)

var (
	issuer   = setting("LATCHKEY_URL", "http://localhost:8080")
	resource = setting("RESOURCE", "http://localhost:4000/orders")
)

// claims are the part of the token that this API reads besides iss, aud, sub and exp.
type claims struct {
	jwt.RegisteredClaims
	Scope string          `json:"scope"`
	Bound json.RawMessage `json:"cnf"`
}

type api struct {
	keys        jwt.Keyfunc
	metadataURL string
}

// allow lets a request through whose token is for this API and has the scope.
func (a api) allow(scope string, handle func(http.ResponseWriter, claims)) http.HandlerFunc {
	return func(response http.ResponseWriter, request *http.Request) {
		refuse := func(status int, reason string) {
			challenge := fmt.Sprintf(`Bearer %sresource_metadata="%s"`, reason, a.metadataURL)
			response.Header().Set("WWW-Authenticate", challenge)
			reply(response, status, map[string]any{"error": status})
		}
		scheme, text, _ := strings.Cut(request.Header.Get("Authorization"), " ")
		if !strings.EqualFold(scheme, "Bearer") || text == "" {
			refuse(http.StatusUnauthorized, "")
			return
		}
		var read claims
		token, err := jwt.ParseWithClaims(text, &read, a.keys,
			jwt.WithValidMethods([]string{"ES256"}),
			jwt.WithIssuer(issuer), jwt.WithAudience(resource), jwt.WithExpirationRequired())
		if err == nil && !strings.EqualFold(fmt.Sprint(token.Header["typ"]), "at+jwt") {
			err = errors.New("typ is not at+jwt")
		} else if err == nil && read.Bound != nil {
			err = errors.New("bound to a key, so no bearer token")
		}
		if err != nil {
			log.Printf("Token refused: %v", err)
			refuse(http.StatusUnauthorized, `error="invalid_token", `)
			return
		}
		if !slices.Contains(strings.Fields(read.Scope), scope) {
			refuse(http.StatusForbidden, fmt.Sprintf(`error="insufficient_scope", scope="%s", `, scope))
			return
		}
		handle(response, read)
	}
}

func main() {
	keys, err := keyfunc.NewDefault([]string{issuer + "/.well-known/jwks.json"})
	if err != nil {
		log.Fatal(err)
	}
	here, err := url.Parse(resource)
	if err != nil {
		log.Fatal(err)
	}
	metadataPath := "/.well-known/oauth-protected-resource" + here.Path
	a := api{keys.Keyfunc, here.Scheme + "://" + here.Host + metadataPath}
	http.HandleFunc("GET "+metadataPath, func(response http.ResponseWriter, _ *http.Request) {
		reply(response, http.StatusOK, map[string]any{
			"resource":                 resource,
			"authorization_servers":    []string{issuer},
			"scopes_supported":         []string{"orders:read", "orders:write"},
			"bearer_methods_supported": []string{"header"},
		})
	})
	http.HandleFunc("GET "+here.Path, a.allow("orders:read", func(response http.ResponseWriter, token claims) {
		orders := []map[string]any{{"id": 1, "item": "A teapot"}}
		reply(response, http.StatusOK, map[string]any{"person": token.Subject, "orders": orders})
	}))
	http.HandleFunc("POST "+here.Path, a.allow("orders:write", func(response http.ResponseWriter, _ claims) {
		reply(response, http.StatusCreated, map[string]any{"id": 2})
	}))
	listener, err := net.Listen("tcp", here.Host)
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("listening at %s", resource)
	log.Fatal(http.Serve(listener, nil))
}

func reply(response http.ResponseWriter, status int, body any) {
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	_ = json.NewEncoder(response).Encode(body)
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

// Creates a client with what oapi-codegen made of /openapi.json, and prints the client ids that the list then has, one a line.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example.com/generated/admin"
)

func main() {
	ctx := context.Background()
	carryToken := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKEN"))
		return nil
	}
	api, err := admin.NewClientWithResponses(os.Getenv("API"), admin.WithRequestEditorFn(carryToken))
	if err != nil {
		log.Fatal(err)
	}
	wanted := admin.NewOAuthClient{Name: "Made by Go", RedirectUris: &[]string{"https://go.example/cb"}}
	created, err := api.CreateClientWithResponse(ctx, nil, wanted)
	if err != nil || created.JSON201 == nil {
		log.Fatal(err, created)
	}
	list, err := api.ListClientsWithResponse(ctx, nil)
	if err != nil || list.JSON200 == nil {
		log.Fatal(err, list)
	}
	for _, client := range list.JSON200.Items {
		fmt.Println(client.ClientId)
	}
}
